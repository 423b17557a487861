"""Letters to orders: who wrote, what the lines mean, what each of them did."""
