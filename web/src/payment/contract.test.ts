import { describe, expect, it } from "vitest";

import type { ContractFacts } from "./contract";
import { contractText } from "./contract";

const facts: ContractFacts = {
  event: {
    id: "night",
    title: "Night",
    venue: "Hall",
    timeZone: "Asia/Seoul",
    identity: "visitor",
    order: "fifo",
    opensAt: "2026-11-01T00:00:00Z",
    performances: [{ id: "p", startsAt: "2026-12-01T10:00:00Z" }],
    phases: [],
    extension: 0,
    extensions: 0,
    status: "open",
    waiting: 0,
    serverTime: "2026-11-01T00:00:00Z",
    seller: { name: "Tickets Ltd", contact: "help@tickets.example" },
  },
  performanceId: "p",
  quote: {
    lines: [{ seat: "A-1", grade: "R", type: "youth", price: 100_000, fees: 2000 }],
    orderFees: 500,
    total: 102_500,
    currency: "KRW",
  },
  nameOf: (seat) => `Row ${seat}`,
  writtenAt: Date.parse("2026-11-02T00:00:00Z"),
};

describe("the contract", () => {
  const text = contractText(facts);

  it("names the seller, the event and when it is, in the event's zone", () => {
    expect(text).toContain("Seller: Tickets Ltd, help@tickets.example");
    expect(text).toContain("19:00 KST");
  });

  it("has every seat with its price, the fees and the total", () => {
    expect(text).toContain("Row A-1 (R, Youth): ₩100,000 + Fees ₩2,000");
    expect(text).toContain("Fees of the order: ₩500");
    expect(text).toContain("Total: ₩102,500");
  });

  it("is a draft until there is a booking", () => {
    expect(text).toContain("Draft");
    const booked = contractText({ ...facts, orderId: "O-1", bookingNumber: "B-1" });
    expect(booked).not.toContain("Draft");
    expect(booked).toContain("Booking number: B-1");
  });

  it("says when nothing is really sold", () => {
    expect(text).not.toContain("TEST");
    expect(contractText({ ...facts, event: { ...facts.event, demo: true } })).toContain("TEST");
  });
});
