"""Reads the file of Demo Pay: what the provider itself has charged and refunded."""

import hashlib

FIRST_LINE = b"onsale demo-pay 1\n"
STATUSES = ["ready", "authorised", "done", "declined", "expired", "voided", "left"]


class Fields:
    """Reads the fields of one record in order."""

    def __init__(self, raw):
        self.raw, self.at = raw, 0

    def bytes(self, size):
        self.at += size
        assert self.at <= len(self.raw), "a record is too short"
        return self.raw[self.at - size:self.at]

    def byte(self):
        return self.bytes(1)[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return value

    def number(self):
        raw = self.varint()
        return (raw >> 1) ^ -(raw & 1)

    def text(self):
        return self.bytes(self.varint()).decode()


def payment(raw):
    fields = Fields(raw)
    told = {"key": fields.text(), "reference": fields.text(), "merchant": fields.text(),
            "amount": fields.number(), "currency": fields.bytes(3).decode(),
            "balance": fields.number(), "status": STATUSES[fields.byte()]}
    fields.text(), fields.text(), fields.number()  # Title, return address, expiry.
    fields.byte(), fields.byte()  # The scripts.
    told["given_back"] = {fields.text(): fields.number() for _ in range(fields.varint())}
    told["charges"] = fields.varint()
    told["announced"] = fields.byte() != 0  # A webhook that has not been accepted yet.
    return told


def payments(file):
    """The last record of every payment, by reference."""
    raw = file.read_bytes()
    assert raw.startswith(FIRST_LINE)
    at, found = len(FIRST_LINE), {}
    while at + 12 <= len(raw):
        size = int.from_bytes(raw[at:at + 4], "little")
        record = raw[at + 12:at + 12 + size]
        if len(record) < size:
            break  # The record was being written when the process was killed.
        assert hashlib.sha256(record).digest()[:8] == raw[at + 4:at + 12], "a damaged record"
        one = payment(record)
        found[one["reference"]] = one
        at += 12 + size
    return found
