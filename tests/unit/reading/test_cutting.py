"""Where new text ends (public fault reports)."""

from __future__ import annotations

import textwrap

import pytest

from pbem.reading import read_letter
from pbem.reading.marks import is_quoted, unquoted
from tests.unit.reading.letters import (
    MARKER,
    REPORT,
    TOKEN,
    is_order,
    quoted,
    raw,
    read,
    texts,
)

GMAIL = "On Mon, Apr 2, 2012 at 6:26 PM, Megan One <megan@example.org> wrote:"
OUTLOOK = (
    "From: Megan One [mailto:m@example.org]\nSent: Monday, April 2, 2012 5:44 PM\n"
    "To: Bob\nSubject: Turn 31\n"
)


# ---- quotes


def test_quote_marked_lines_go_one_by_one() -> None:
    body = "> YOUR MOVE\nGOTO 5\n>> older\n| Hi all\nJD> initials\nPICKUP 2\n>GOTO 7\n"
    assert texts(read(body)) == ["GOTO 5", "PICKUP 2"]


def test_lines_keep_the_numbers_their_writer_sees() -> None:
    letter = read("> a\n> b\nGOTO 5\n\n> c\nPICKUP 2\n")
    assert [(line.number, line.text) for line in letter.lines if line.text] == [
        (3, "GOTO 5"),
        (6, "PICKUP 2"),
    ]


def test_a_quote_between_two_lines_leaves_a_blank() -> None:
    assert [line.text for line in read("PRESS Bob: hi\n> x\n> y\nGOTO 5").lines] == [
        "PRESS Bob: hi",
        "",
        "GOTO 5",
    ]


@pytest.mark.parametrize("text", ["> x", ">x", ">", "| x", "AB> x", "C>", "jd>> x"])
def test_quote_marks(text: str) -> None:
    assert is_quoted(text)


@pytest.mark.parametrize("text", ["", "x > 5", "IF > 5 x", "cash>5", "ABCD> x", "5> x", "a>b"])
def test_no_quote_marks(text: str) -> None:
    assert not is_quoted(text)


def test_quote_marks_of_all_kinds_come_off() -> None:
    assert unquoted("> >| AB> ## x > y") == "## x > y"
    assert unquoted(">>>") == ""


# ---- marker line


@pytest.mark.parametrize("mark", ["> ", ">", "| ", "> > ", "BO> ", ">>> "])
def test_mailfact_4_marker_in_a_quoted_report(mark: str) -> None:
    letter = read(f"GOTO 5\n\n{quoted(REPORT, mark)}")
    assert texts(letter) == ["GOTO 5"]
    assert letter.marker == TOKEN
    assert letter.unread == ()


def test_an_unmarked_report_below_the_marker_is_cut() -> None:
    letter = read(f"GOTO 5\n\n{REPORT}")
    assert texts(letter) == ["GOTO 5"]
    assert letter.marker == TOKEN
    assert letter.unread == ()


def test_text_below_the_marker_is_read_if_nothing_is_above() -> None:
    letter = read(f"\n{REPORT}\nGOTO 5\n")
    assert texts(letter)[-1] == "GOTO 5"
    assert not any(line.held for line in letter.lines)
    assert letter.notes == ()


@pytest.mark.parametrize(
    "above", [GMAIL, "Sent from my iPhone", f"Sent from my iPhone\n\n{GMAIL}", OUTLOOK]
)
def test_what_programs_write_above_the_marker_is_nothing(above: str) -> None:
    letter = read(f"{above}\n\n{REPORT}\nGOTO 5\n")
    assert texts(letter)[-1] == "GOTO 5"
    assert not any(line.held for line in letter.lines)


def test_lines_between_and_below_quoted_ones_are_all_read() -> None:
    body = f"{GMAIL}\n{quoted(REPORT)}GOTO 5\n> asked?\nPICKUP 2\n"
    assert texts(read(body)) == ["GOTO 5", "PICKUP 2"]
    body = f"Hi\n{quoted(REPORT)}GOTO 5\n"
    assert texts(read(body)) == ["Hi", "GOTO 5"]


@pytest.mark.parametrize(
    "wrapped",
    [
        "> ## st7 turn 31 seat 2 k3f7q2m6xa ## Write above\n> this line.\n",
        "> ## st7 turn 31 seat 2\n> k3f7q2m6xa ## Write above this line.\n",
        "> ## st7 turn\n> 31 seat 2 k3f7q2m6xa ##\n> Write above this line.\n",
        "> ## st7 turn 31 seat 2 k3f7q2m6xa ## Write above this\nline.\n",
        "> *## st7 turn 31 seat 2 k3f7q2m6xa ## Write above this line.*\n",
        "> ## ST7 TURN 31 SEAT 2 K3F7Q2M6XA ## WRITE ABOVE THIS LINE.\n",
        "> ## st7 turn 31 seat 2 k3f7q2m6xa ##\n",
    ],
)
def test_a_wrapped_marker_is_found_whole(wrapped: str) -> None:
    letter = read(f"GOTO 5\n\n{wrapped}> YOUR MOVE, Bob\n")
    assert texts(letter) == ["GOTO 5"]
    assert letter.marker == TOKEN
    letter = read("GOTO 5\n\n" + wrapped.replace("> ", "") + "YOUR MOVE, Bob\n")
    assert texts(letter) == ["GOTO 5"]
    assert letter.marker == TOKEN


def test_orders_below_a_cut_are_listed() -> None:
    letter = read(f"GOTO 5\n\n{REPORT}\nhello\nGOTO 7\n> GOTO 8\n")
    assert texts(letter) == ["GOTO 5"]
    assert letter.unread == ("GOTO 7",)
    assert letter.notes == ("orders-below-cut",)


def test_the_marker_of_the_newest_letter_counts() -> None:
    older = MARKER.replace("turn 31", "turn 30")
    letter = read(f"GOTO 5\n> {MARKER}\n> > {older}\n")
    assert letter.marker == TOKEN


def test_a_marker_below_a_cut_is_still_found() -> None:
    letter = read(f"GOTO 5\n\n{OUTLOOK}\n{REPORT}")
    assert texts(letter) == ["GOTO 5"]
    assert letter.marker == TOKEN


# ---- fence


def test_report_3_a_whole_report_above_the_fence_is_not_read() -> None:
    report = "".join(f"line {n} of the report\n" for n in range(300))
    letter = read(f"{report}#ORDERS\nGOTO 5\n#END\n")
    assert letter.fence == "closed"
    assert texts(letter) == ["GOTO 5"]
    assert len(letter.unread) == 300


def test_report_1_a_fence_that_is_not_closed_applies_nothing() -> None:
    letter = read("PLAN\n#ORDERS\nGOTO 5\nPICKUP 2\n")
    assert letter.fence == "open"
    assert letter.lines == ()
    assert letter.unread == ("PLAN", "GOTO 5", "PICKUP 2")


def test_nothing_in_a_fence_is_cut() -> None:
    body = f"#ORDERS\nGOTO 5\n{OUTLOOK}{GMAIL}\n-- \nPICKUP 2\nSent from my iPhone\n#END\nBob"
    letter = read(body)
    assert texts(letter) == [
        "GOTO 5",
        *OUTLOOK.splitlines(),
        GMAIL,
        "PICKUP 2",
        "Sent from my iPhone",
    ]
    assert letter.unread == ("Bob",)


def test_quotes_in_a_fence_go() -> None:
    assert texts(read("#ORDERS\nGOTO 5\n> GOTO 7\n#END")) == ["GOTO 5"]


@pytest.mark.parametrize(("opening", "closing"), [("#orders", "#End"), ("  #ORDERS  ", "\t#END")])
def test_a_fence_in_any_case_and_place(opening: str, closing: str) -> None:
    assert texts(read(f"hi\n{opening}\nGOTO 5\n{closing}\n")) == ["GOTO 5"]


@pytest.mark.parametrize(
    "line", ["#ORDERS now", "see #ORDERS", "# ORDERS", "; #ORDERS", "> #ORDERS"]
)
def test_a_fence_stands_alone_on_its_line(line: str) -> None:
    letter = read(f"{line}\nGOTO 5\n#END\n")
    assert letter.fence == "none"
    assert "GOTO 5" in texts(letter)


def test_only_the_first_fence_counts() -> None:
    letter = read("#ORDERS\nGOTO 5\n#END\n#ORDERS\nGOTO 7\n#END\n")
    assert texts(letter) == ["GOTO 5"]
    assert letter.notes == ("second-fence",)
    assert "GOTO 7" in letter.unread


def test_a_fence_below_a_cut_does_not_count() -> None:
    letter = read(f"Hi GM\n{OUTLOOK}\n#ORDERS\nGOTO 7\n#END\n")
    assert letter.fence == "none"
    assert texts(letter) == ["Hi GM"]
    assert letter.unread == ("#ORDERS", "GOTO 7")


def test_an_older_letters_end_closes_no_fence() -> None:
    old = f"{OUTLOOK}\n#ORDERS\nGOTO 7\n#END\n"
    letter = read(f"#ORDERS\nGOTO 5\n\n{old}")
    assert letter.fence == "open"
    assert letter.lines == ()
    letter = read(f"#ORDERS\nGOTO 5\n\n{REPORT}\n#END\n")
    assert letter.fence == "open"
    letter = read(f"#ORDERS\nGOTO 5\n\n{quoted(REPORT)}> #END\n#END\n")
    assert texts(letter) == ["GOTO 5"]


def test_a_fence_below_the_marker_with_nothing_above() -> None:
    letter = read(f"{REPORT}\n#ORDERS\nGOTO 5\n#END\n")
    assert letter.fence == "closed"
    assert texts(letter) == ["GOTO 5"]


# ---- attribution, header block, original message


@pytest.mark.parametrize(
    "attribution",
    [
        GMAIL,
        "On Apr 3, 2012, at 4:19 PM, bob <bob@example.org> wrote:",
        "On 04/02/2012 06:26 PM, Megan One wrote:",
        "--- On Wed, 4/4/12, m@example.org <m@example.org> wrote:",
        "Am 02.04.2012 um 18:26 schrieb Megan One <m@example.org>:",
        "Megan One <m@example.org> schrieb am Mo., 2. Apr. 2012, 18:26:",
        "Le lun. 2 avr. 2012 à 18:26, Megan One <m@example.org> a écrit :",
        "El lun, 2 abr 2012 a las 18:26, Megan One (<m@example.org>) escribió:",
        "Il giorno lun 2 apr 2012 alle ore 18:26 Megan One <m@example.org> ha scritto:",
        "Em seg., 2 de abr. de 2012 às 18:26, Megan One <m@example.org> escreveu:",
        "Op ma 2 apr. 2012 om 18:26 schreef Megan One <m@example.org>:",
        "Den mån 2 apr. 2012 kl 18:26 skrev Megan One <m@example.org>:",
        "ma 2. huhtik. 2012 klo 18.26 Megan One (m@example.org) kirjoitti:",
        "pon., 2 kwi 2012 o 18:26 Megan One <m@example.org> napisał(a):",
        "po 2. 4. 2012 v 18:26 odesílatel Megan One <m@example.org> napsal:",
        "Megan One <m@example.org> ezt írta (időpont: 2012. ápr. 2., H, 18:26):",
        "În lun., 2 apr. 2012 la 18:26, Megan One <m@example.org> a scris:",
        "2 апреля 2012 г. 18:26 пользователь Megan One <m@example.org> написал:",
        "пн, 2 квіт. 2012 р. о 18:26 Megan One <m@example.org> пише:",
        "Megan One <m@example.org>, 2 Nis 2012 Pzt, 18:26 tarihinde şunu yazdı:",
        "Στις Δευ, 2 Απρ 2012 στις 18:26, Megan One <m@example.org> έγραψε:",
        "\u200fבתאריך יום ב׳, 2 באפר׳ 2012 ב-18:26 מאת Megan One <m@example.org>:",
        "2012年4月2日(月) 18:26 Megan One <m@example.org>:",
        "Megan One <m@example.org> 于2012年4月2日周一 18:26写道：",
        "2012년 4월 2일 (월) 오후 6:26, Megan One <m@example.org>님이 작성:",
        "2016-03-03 17:21 GMT+01:00 Megan One <m@example.org>:",
        '26.06.2014, 14:41, "Megan" <m@example.org>',
        "* On Mon, Apr 2, 2012 at 6:26 PM, Megan One wrote:*",
    ],
)
def test_attributions_of_twenty_languages(attribution: str) -> None:
    letter = read(f"GOTO 5\n\n{attribution}\n\nold text\nGOTO 7\n")
    assert texts(letter) == ["GOTO 5"]
    assert letter.unread == ("GOTO 7",)
    assert texts(read(f"{attribution}\n> old text\nGOTO 5\n")) == ["GOTO 5"]


@pytest.mark.parametrize(
    "wrapped",
    [
        "2017-02-05 13:29 GMT+02:00 Very long name <\nmegan@example.org>:",
        "On Mon, Apr 2, 2012 at 6:26 PM, Megan One\n<megan@example.org> wrote:",
        "On Mon, Apr 2, 2012 at 6:26 PM, Megan\nOne of Many\n<megan@example.org> wrote:",
        "Megan One <megan@example.org> schrieb am Mo., 2. Apr.\n2012, 18:26:",
    ],
)
def test_mailfact_1_a_wrapped_attribution(wrapped: str) -> None:
    assert texts(read(f"GOTO 5\n\n{wrapped}\n> old\n")) == ["GOTO 5"]


@pytest.mark.parametrize(
    "line",
    [
        "On 3 fire at 7",  # mailfact_10
        "On arrival sell all",  # report_4
        "On 3 Bob wrote: 5",
        "Yes, that works. On Tuesday I am offline.",
        "PRESS Bob: on 3 May 2026 you wrote:",
        "PRESS Bob: write to me@example.org before 10:30:",
        "Bob wrote:",
        "From: base 4",
        "Subject: please wait",  # report_9
        "To: hill 9",
    ],
)
def test_mailfact_10_lines_that_only_look_like_an_attribution(line: str) -> None:
    """Also test_report_4 and test_report_9."""
    assert texts(read(f"GOTO 5\n{line}\nPICKUP 2\n")) == ["GOTO 5", line, "PICKUP 2"]


def test_a_block_of_orders_is_no_header_block() -> None:
    body = "On 3 fire at 7\nFrom: base 4\nTo: hill 9\nDate: now\n"
    assert texts(read(body)) == body.splitlines()


def test_an_order_above_an_attribution_is_no_part_of_it() -> None:
    assert texts(read(f"On 3 fire at 7\n{GMAIL}\n> old\n")) == ["On 3 fire at 7"]
    assert texts(read(f"GOTO 5\n{GMAIL}\n> old\n")) == ["GOTO 5"]


@pytest.mark.parametrize(
    "block",
    [
        OUTLOOK,
        "*From:* M <m@example.org>\n*Sent:* Monday, April 2, 2012\n*To:* Bob\n*Subject:* x\n",
        "Von: M <m@example.org>\nGesendet: Montag, 2. April 2012 18:26\nAn: Bob\nBetreff: x\n",
        "De : M <m@example.org>\nEnvoyé : lundi 2 avril 2012 18:26\nÀ : Bob\nObjet : x\n",
        "De: M <m@example.org>\nEnviado: lunes, 2 de abril de 2012\nPara: Bob\nAsunto: x\n",
        "Da: M <m@example.org>\nInviato: lunedì 2 aprile 2012\nA: Bob\nOggetto: x\n",
        "Van: M <m@example.org>\nVerzonden: maandag 2 april 2012\nAan: Bob\nOnderwerp: x\n",
        "Från: M <m@example.org>\nSkickat: den 2 april 2012\nTill: Bob\nÄmne: x\n",
        "Od: M <m@example.org>\nWysłano: 2 kwietnia 2012\nDo: Bob\nTemat: x\n",
        "От: M <m@example.org>\nОтправлено: 2 апреля 2012 г.\nКому: Bob\nТема: x\n",
        "差出人: M <m@example.org>\n送信日時: 2012年4月2日\n宛先: Bob\n件名: x\n",
        "发件人： M <m@example.org>\n发送时间： 2012年4月2日 18:26\n收件人： Bob\n主题： x\n",
        "보낸 사람: M <m@example.org>\n보낸 날짜: 2012년 4월 2일\n받는 사람: Bob\n제목: x\n",
        "Date: Mon, 2 Apr 2012 18:26:00\nSubject: x\nFrom: m@example.org\nTo: bob@example.org\n",
        "From: M\nSent: 2 April 2012\nTo: a@x.org, b@x.org,\nc@x.org\nSubject: x\n",
    ],
)
def test_report_5_header_blocks(block: str) -> None:
    letter = read(f"GOTO 5\n\n{block}\nHi,\nGOTO 7\n")
    assert texts(letter) == ["GOTO 5"]
    assert letter.unread == ("GOTO 7",)
    rule = "________________________________\n"
    assert texts(read(f"GOTO 5\n{rule}{block}\nHi\n")) == ["GOTO 5"]


@pytest.mark.parametrize(
    "line",
    [
        "-----Original Message-----",
        "----- Original Message -----",
        "-----Ursprüngliche Nachricht-----",
        "-----Message d'origine-----",
        "-----Mensaje original-----",
        "-----Messaggio originale-----",
        "-----Mensagem Original-----",
        "-----Oorspronkelijk bericht-----",
        "-----Ursprungligt meddelande-----",
        "-----Wiadomość oryginalna-----",
        "-----Исходное сообщение-----",
        "------------------ 原始邮件 ------------------",
        "-----원본 메시지-----",
        "---------- Forwarded message ---------",
        "Begin forwarded message:",
        "-------- Weitergeleitete Nachricht --------",
    ],
)
def test_report_5_last_turns_orders_below_a_divider_are_not_executed(line: str) -> None:
    letter = read(f"GOTO 5\n\n{line}\n{OUTLOOK}\nGOTO 7\n")
    assert texts(letter) == ["GOTO 5"]
    assert letter.unread == ("GOTO 7",)
    assert texts(read(f"GOTO 5\n\n{line}\n\nGOTO 7\n")) == ["GOTO 5"]


def test_mailfact_5_a_reply_below_the_quote() -> None:
    body = "On 04/02/2012 06:26 PM, Megan One wrote:\n> Hi \nHello"
    assert texts(read(body, kind="text/plain; charset=utf-8; format=flowed")) == ["Hello"]


def test_a_header_block_above_quoted_text_goes_alone() -> None:
    assert texts(read(f"{OUTLOOK}\n> Hi\n\nGOTO 5\n")) == ["GOTO 5"]


@pytest.mark.parametrize(
    "above",
    ["---------- Forwarded message ---------\n" + OUTLOOK, OUTLOOK, "-----Original Message-----\n"],
)
def test_mailfact_11_forwarded_orders_are_held(above: str) -> None:
    letter = read(f"{above}\nGOTO 5\nPICKUP 2\n")
    assert texts(letter) == ["GOTO 5", "PICKUP 2"]
    assert all(line.held for line in letter.lines if line.text)
    assert letter.notes == ("forwarded",)


def test_mailfact_11_a_forwarded_fence_is_held() -> None:
    letter = read(f"-----Original Message-----\n{OUTLOOK}\n#ORDERS\nGOTO 5\n#END\n")
    assert letter.fence == "closed"
    assert [line.held for line in letter.lines] == [True]


# ---- rules, signatures, telephones


@pytest.mark.parametrize("rule", ["-----", "---", "____", "***", "=====", "- - -", "~~~~", "————"])
def test_mailfact_2_dashes_between_orders_cut_nothing(rule: str) -> None:
    letter = read(f"GOTO 5\n{rule}\nPICKUP 2\n")
    assert [line.text for line in letter.lines] == ["GOTO 5", "", "PICKUP 2"]
    assert letter.lines[1].raw == rule
    assert letter.unread == ()


def test_two_dashes_between_orders_cut_nothing() -> None:
    letter = read("GOTO 5\n--\nPICKUP 2\n-- \nBob\n")
    assert texts(letter) == ["GOTO 5", "PICKUP 2"]
    assert letter.unread == ("Bob",)


@pytest.mark.parametrize("mark", ["-- ", "--", "—"])
def test_report_13_a_signature_is_no_press(mark: str) -> None:
    letter = read(f"PRESS Bob: hello\n{mark}\nAnna\n+49 30 1234567\n")
    assert texts(letter) == ["PRESS Bob: hello"]
    assert letter.unread == ("Anna", "+49 30 1234567")


def test_without_a_grammar_capitals_count_as_orders() -> None:
    body = "GOTO 5\n-- \nPICKUP 2\nBob\n"
    assert texts(read_letter(raw(body))) == ["GOTO 5", "PICKUP 2", "Bob"]
    assert texts(read_letter(raw("GOTO 5\n-- \nBob\nIT\n"))) == ["GOTO 5"]


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Get Outlook for Android",
        "Von meinem iPhone gesendet",
        "Gesendet von Mail für Windows",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Verzonden vanaf mijn iPhone",
        "Wysłane z iPhone'a",
        "Отправлено с iPhone",
        "iPhoneから送信",
        "发自我的iPhone",
    ],
)
def test_what_telephones_add_is_listed_not_read(line: str) -> None:
    letter = read(f"GOTO 5\n\n{line}\n\n{GMAIL}\n> old\n")
    assert texts(letter) == ["GOTO 5"]
    assert letter.unread == (line,)


def test_a_greeting_is_left_for_the_grammar_to_refuse() -> None:
    assert texts(read("Hi GM,\n\nGOTO 5\n\nCheers, Bob\n")) == ["Hi GM,", "GOTO 5", "Cheers, Bob"]


def test_blank_lines_at_both_ends_go() -> None:
    assert [line.text for line in read("\n\nGOTO 5\n\nGOTO 6\n\n\n").lines] == [
        "GOTO 5",
        "",
        "GOTO 6",
    ]


# ---- our own report in seventeen styles of quoting


STYLES = {
    "gmail": f"{{orders}}\n\n{GMAIL}\n\n{{quoted}}",
    "gmail below": f"{GMAIL}\n\n{{quoted}}\n{{orders}}",
    "thunderbird": "On 04/02/2012 06:26 PM, GM wrote:\n{quoted}\n{orders}",
    "thunderbird above": "{orders}\n\nOn 04/02/2012 06:26 PM, GM wrote:\n{quoted}",
    "apple": "{orders}\n\n> On 22 Aug 2015, at 19:21, GM <g@example.org> wrote:\n> \n{quoted}",
    "iphone": "{orders}\n\nSent from my iPhone\n\n> On 22 Aug 2015, at 19:21, GM wrote:\n{quoted}",
    "outlook": f"{{orders}}\n\n{OUTLOOK}\n{{report}}",
    "outlook below": f"{OUTLOOK}\n{{report}}\n{{orders}}",
    "outlook web": f"{{orders}}\n________________________________\n{OUTLOOK}\n{{report}}",
    "outlook express": f"{{orders}}\n\n-----Original Message-----\n{OUTLOOK}\n{{report}}",
    "old outlook, marked": f"{{orders}}\n\n-----Original Message-----\n{OUTLOOK}\n{{quoted}}",
    "yahoo": f"{{orders}}\n\n{GMAIL}\n\n{{report}}",
    "zimbra": f"{{orders}}\n\n----- Original Message -----\n{OUTLOOK}\n{{report}}",
    "bars": "{orders}\n\n{bars}",
    "nothing but the report": "{orders}\n\n{report}",
    "report first": "{report}\n{orders}",
    "initials": "{orders}\n\n{initials}",
}


@pytest.mark.parametrize("style", STYLES)
def test_new_orders_are_read_and_nothing_of_the_report_is_an_order(style: str) -> None:
    body = STYLES[style].format(
        orders="GOTO 5\nPICKUP 2",
        report=REPORT,
        quoted=quoted(REPORT),
        bars=quoted(REPORT, "| "),
        initials=quoted(REPORT, "GM> "),
    )
    letter = read(body)
    assert [text for text in texts(letter) if is_order(text)] == ["GOTO 5", "PICKUP 2"]
    assert not any(line.held for line in letter.lines)
    assert letter.marker == TOKEN
    assert "orders-below-cut" not in letter.notes


# ---- orders of ours that a program has broken in quoting

LONG = (
    "; WHEN PRESTIGE >= 25 AND MONEY >= 50 AND NO STATION AND STATIONS >= 3: PETITION ELSE JUMP 34",
    "1 ; WHEN AT 34 AND NO STATION AND MONEY >= 8 AND ACTIONS >= 2 AND TURN > 7: BUILD ELSE GOTO 5",
    "; AVOID ANY EXCEPT Warp in the Space-Time Continuum, Lost in Space, Ion Storm, Zap, Scandal",
    "PLAN ; ROLL 6: JUMP 44 IF MONEY >= 2 AND NO STATION ELSE GOTO 15   ; JUMP 12   ; RUN 2",
)


@pytest.mark.parametrize("order", LONG)
@pytest.mark.parametrize("mark", ["> ", "> > ", "| ", "JD> "])
def test_what_is_broken_off_a_quoted_order_acts_for_nobody(order: str, mark: str) -> None:
    """Orders are printed whole, and so are longer than the columns; wherever they are broken, what
    goes on below without a mark is not read, and is told.
    """
    for columns in range(66, 100):
        lines = textwrap.wrap(f"{mark}  {order}", columns, break_long_words=False)
        letter = read("GOTO 7\n\n" + "\n".join(lines) + f"\n{mark}more\n\nPICKUP 2\n")
        assert texts(letter) == ["GOTO 7", "PICKUP 2"], (columns, lines)
        # A part that begins with ">" reads as quoted anyhow.
        assert list(letter.unread) == [part for part in lines[1:] if not is_quoted(part)]


def test_an_answer_right_below_a_quoted_order_is_read() -> None:
    """Where the line above had room for its first word nothing was broken off."""
    body = "> ; GOTO 34\nGOTO 35\n>  ; PLAY Scandal ON Bob   ; PLAY Scandal ON Cleo\nPLAY Zap\n"
    assert texts(read(body)) == ["GOTO 35", "PLAY Zap"]
    long = f"> {LONG[0]}\n\nGOTO 5\n"
    assert texts(read(long)) == ["GOTO 5"], "a blank line between"
    prose = f"> {'Silence means that your plan goes on, as far as it has '}lines left\nGOTO 5\n"
    assert texts(read(prose)) == ["GOTO 5"], "no order was quoted"
