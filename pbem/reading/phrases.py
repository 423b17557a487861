"""What mail programs write into answers, in 24 languages: data for the cutting rules.

All in lower case, compared with folded, case-folded lines. Languages: en de fr es it pt nl da sv
nb fi pl cs sk hu ro ru uk tr el he ja zh ko.
"""

from __future__ import annotations

from typing import Literal

LabelKind = Literal["from", "date", "to", "cc", "subject", "reply-to"]


def _listed(phrases: str) -> tuple[str, ...]:
    return tuple(phrases.split("|"))


_LABELS: dict[LabelKind, str] = {
    "from": "from|von|de|da|van|fra|från|lähettäjä|od|feladó|de la|expéditeur|remitente|от|від"
    "|от кого|kimden|gönderen|από|מאת|差出人|发件人|寄件者|寄件人|發件人|보낸 사람|보낸사람",
    "date": "sent|date|gesendet|datum|am|envoyé|envoyé le|date d'envoi|enviado|enviado el"
    "|enviada em|enviado em|fecha|data|inviato|inviato il|verzonden|sendt|dato|skickat"
    "|skickat den"
    "|lähetetty|päiväys|wysłano|data wysłania|odesláno|odoslané|dátum|küldve|elküldve|trimis|дата"
    "|отправлено|дата отправки|надіслано|gönderildi|gönderme tarihi|tarih|εστάλη|στάλθηκε"
    "|ημερομηνία|נשלח|תאריך|送信日時|日時|日付|发送时间|发送日期|日期|傳送時間|寄件日期|時間|时间"
    "|보낸 날짜|날짜",
    "to": "to|an|à|a|para|aan|til|till|vastaanottaja|do|dla|komu|pro|címzett|către|кому"
    "|kime|alıcı"
    "|προς|אל|宛先|收件人|收件者|받는 사람|받는사람",
    "cc": "cc|kopie|copie à|copia|kopi|kopia|kopio|dw|másolatot kap|копия|копія|bilgi|κοιν."
    "|עותק|抄送|副本|참조|bcc|blind copy",
    "subject": "subject|betreff|objet|asunto|oggetto|assunto|onderwerp|emne|ämne|aihe"
    "|temat|předmět"
    "|predmet|tárgy|subiect|тема|konu|θέμα|נושא|件名|主题|主題|主旨|제목",
    "reply-to": "reply-to|antwort an|répondre à|responder a",
}

LABELS: dict[str, LabelKind] = {
    label: kind for kind, labels in _LABELS.items() for label in _listed(labels)
}
"""Header labels, without their colon."""

WROTE = frozenset(
    _listed(
        "wrote|schrieb|schrieben|geschrieben|escribió|escribio|escreveu|scritto|skrev|kirjoitti"
        "|napisał|napisała|napisał(a)|napisal|napsal|napsala|napsal(a)|napísal|napísala"
        "|napísal(a)|írta|ezt|scris|написал|написала|написал(а)|пишет|пише|писал|писав|yazdı"
        "|yazmış|έγραψε|כתב|כתבה|כתב/ה"
    )
)
"""Verbs of attribution lines, each a word of its own."""

WROTE_PARTS = _listed(
    "a écrit|ha scritto|a scris|schreef|写道|写到|寫道|님이 작성|のメール|wrote on"
)
"""The same where the verb is several words or has no space around it."""

OPENERS = _listed(
    "on |am |le |el |il |em |no dia |a |op |den |d. |dnia |w dniu |dne |dňa |în |la |pe |в "
    "|στις |ב-|mon|tue|wed|thu|fri|sat|sun|at "
)
"""How the first of several lines of an attribution begins."""

ORIGINAL = frozenset(
    _listed(
        "original message|original mail|original email|original appointment|reply message"
        "|ursprüngliche nachricht|originalnachricht|original-nachricht|originalmail"
        "|message d'origine|message original|message initial|mensaje original|messaggio originale"
        "|messaggio originario|mensagem original|oorspronkelijk bericht|origineel bericht"
        "|oorspronkelijke bericht|oprindelig meddelelse|original meddelelse"
        "|ursprungligt meddelande|originalmeddelande|opprinnelig melding|alkuperäinen viesti"
        "|wiadomość oryginalna|oryginalna wiadomość|původní zpráva|původní e-mail|pôvodná správa"
        "|eredeti üzenet|mesaj original|mesajul original|исходное сообщение"
        "|оригинальное сообщение|оригінальне повідомлення|вихідне повідомлення|orijinal mesaj"
        "|özgün ileti|asıl ileti|αρχικό μήνυμα|הודעה מקורית|元のメッセージ"
        "|original message follows|原始邮件"
        "|原始郵件|原邮件|原始信件|원본 메시지|원본 메일"
    )
)
"""What stands between dashes above a quoted letter."""

FORWARDED = frozenset(
    _listed(
        "forwarded message|begin forwarded message|forwarded by|weitergeleitete nachricht"
        "|anfang der weitergeleiteten nachricht|weitergeleitete mail|message transféré"
        "|début du message réexpédié|début du message transféré|message réexpédié"
        "|mensaje reenviado|inicio del mensaje reenviado|messaggio inoltrato"
        "|inizio messaggio inoltrato|mensagem encaminhada|mensagem reencaminhada"
        "|início da mensagem encaminhada|doorgestuurd bericht|begin doorgestuurd bericht"
        "|videresendt meddelelse|videresendt besked|vidarebefordrat meddelande"
        "|vidarebefordrat brev|videresendt melding|välitetty viesti|edelleenlähetetty viesti"
        "|przekazana wiadomość|wiadomość przekazana|přeposlaná zpráva|preposlaná správa"
        "|továbbított üzenet|mesaj redirecționat|mesaj transmis|пересланное сообщение"
        "|пересылаемое сообщение|переслане повідомлення|yönlendirilmiş mesaj|iletilen ileti"
        "|προωθημένο μήνυμα|הודעה שהועברה|転送メッセージ|转发邮件|转发的邮件|轉寄郵件"
        "|轉寄的郵件|전달된 메시지|전달된 메일"
    )
)
"""The same above a forwarded one."""

TAGLINES = _listed(
    "sent from |sent via |sent with |sent using |sent by |get outlook for |von meinem "
    "|gesendet von |gesendet mit |gesendet über |diese nachricht wurde von |envoyé de mon "
    "|envoyé depuis |envoyé à partir |envoyé par |enviado desde |enviado con |enviado do "
    "|enviado de |enviado a partir |inviato da |inviato con |verzonden vanaf "
    "|verstuurd vanaf |verzonden met |sendt fra |sendt med |skickat från |skickades från "
    "|lähetetty |wysłane z |wysłano z |odesláno z |odoslané z |odoslané zo |az iphone"
    "|trimis de pe |trimis din |отправлено с |отправлено из |надіслано з "
    "|iphone'umdan gönderildi|στάλθηκε από |נשלח מ|iphoneから送信|androidから送信|从我的"
    "|发自我的|傳送自我的|從我的"
    "|나의 iphone|내 iphone"
)
"""How lines begin that telephones put below a text."""

FAILURE_SUBJECTS = _listed(
    "undeliver|undelivered|delivery status|delivery fail|delivery has failed|delivery error"
    "|delivery problem|delivery notification|delivery report|delivery delay"
    "|delivery final failure|mail delivery|mail delivery failed|mail system error|mail error"
    "|mail failure|failure notice|failure delivery|failed delivery|failed mail|returned mail"
    "|returned to sender|return receipt|returned message|message delivery"
    "|message not delivered|non-delivery|nondelivery|nondeliverable|could not send message"
    "|could not be delivered|not deliverable|unable to deliver|unzustellbar|unzustellbarkeit"
    "|nicht zustellbar|nichtzustellung|delivery to the following|warning: could not send"
    "|warning: message|email delivery|error sending|problem delivering|message status"
    "|user unknown|non remis|échec de la remise|non recapitabile|mancato recapito"
    "|no se puede entregar|devuelto|não entregue|onbestelbaar|не доставлено|недоставлен"
    "|не может быть доставлено|배달 불가|退信|配信不能|配信できません"
)
"""What subjects of reports on delivery contain."""

AUTOMATIC_SUBJECTS = _listed(
    "auto:|auto-reply|autoreply|auto reply|auto response|auto-response|automatic reply"
    "|automated reply|complaint about message from|out of office|out of the office|vacation"
    "|away from my mail|i am away|on vacation|automatische antwort|abwesenheit|abwesend"
    "|réponse automatique|absence du bureau|respuesta automática|respuesta automatica"
    "|fuera de la oficina|fuera de oficina|risposta automatica|fuori sede|resposta automática"
    "|fora do escritório|ausência temporária|automatisch antwoord|afwezig|autosvar"
    "|automatisk svar|automatiskt svar|fraværende|frånvaro|automaattinen vastaus|poissa"
    "|autoodpowiedź|odpowiedź automatyczna|automatická odpověď|automatická odpoveď"
    "|automatikus válasz|răspuns automat|автоответ|автоматический ответ|автоматична відповідь"
    "|otomatik yanıt|αυτόματη απάντηση|מענה אוטומטי|自動応答|自動返信|自动回复|自動回覆"
    "|자동 회신|부재중"
)
"""How subjects of automatic answers begin."""
