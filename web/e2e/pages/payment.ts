import { like } from "../harness/words";
import * as catalogue from "../../src/words/payment";
import * as priceTypes from "../../src/words/price_types";
import type { Visit } from "./visit";

const DEMO_PAY = {
  en: {
    pay: "Pay (test)",
    more: "What else can happen to a payment",
    decline: "The card is declined",
    leave: "Leave without paying",
  },
  ko: {
    pay: "결제하기(테스트)",
    more: "결제에서 일어날 수 있는 다른 일",
    decline: "카드 승인이 거절됩니다",
    leave: "결제하지 않고 나가기",
  },
} as const;

const words = (visit: Visit) => catalogue[visit.language];

/** The review page before the payment. */
export class Review {
  constructor(private readonly visit: Visit) {}

  private get page() {
    return this.visit.page;
  }

  get payButton() {
    return this.page.getByRole("button", { name: like(words(this.visit).pay) });
  }

  get consentsMissing() {
    return this.page.getByText(words(this.visit).missingConsents);
  }

  async shown(): Promise<void> {
    await this.page.getByRole("heading", { name: words(this.visit).review }).waitFor();
  }

  async agreeToAll(): Promise<void> {
    const { consentTerms, consentRefunds, consentData } = words(this.visit);
    for (const name of [consentTerms, consentRefunds, consentData])
      await this.page.getByRole("checkbox", { name }).check();
  }

  async chooseFirstPriceType(type: "adult" | "youth"): Promise<void> {
    const { priceTypeOf } = words(this.visit);
    const name = priceTypes[this.visit.language][type];
    await this.page.getByRole("combobox", { name: like(priceTypeOf) }).first().selectOption(name);
  }

  /** Ends on Demo Pay's page. */
  async pay(): Promise<DemoPay> {
    await this.agreeToAll();
    await this.payButton.click();
    return new DemoPay(this.visit).shown();
  }
}

/** The page of the simulated provider. */
export class DemoPay {
  constructor(private readonly visit: Visit) {}

  private get words() {
    return DEMO_PAY[this.visit.language];
  }

  get payButton() {
    return this.visit.page.getByRole("button", { name: this.words.pay });
  }

  async shown(): Promise<this> {
    await this.visit.page.waitForURL("**/demo-pay/**");
    await this.payButton.waitFor();
    return this;
  }

  async approve(): Promise<Order> {
    await this.payButton.click();
    return new Order(this.visit).arrived();
  }

  async decline(): Promise<Order> {
    await this.visit.page.getByText(this.words.more).click();
    await this.visit.page.getByRole("button", { name: this.words.decline }).click();
    return new Order(this.visit).arrived();
  }
}

/** The page of an order, with the result of the payment. */
export class Order {
  constructor(private readonly visit: Visit) {}

  private get page() {
    return this.visit.page;
  }

  async arrived(): Promise<this> {
    await this.visit.arrived(/^\/payment\/O-\w+$/);
    return this;
  }

  heading(text: "paid" | "paidPart" | "paidBack" | "stopped" | "waiting" | "confirming" | "unknown" | "ended") {
    return this.page.getByRole("heading", { name: words(this.visit)[text] });
  }

  get notYours() {
    return this.page.getByRole("heading", { name: words(this.visit).notYours });
  }

  get reconnecting() {
    return this.page.getByText(words(this.visit).reconnecting);
  }

  get code(): string {
    return this.page.url().split("/").pop() ?? "";
  }

  /** Waits for the booking number. */
  async paid(): Promise<string> {
    await this.heading("paid").waitFor();
    return (await this.page.getByText(/^B-\d{8}-\w{6}$/).first().innerText()).trim();
  }

  async payAgain(): Promise<DemoPay> {
    await this.page.getByRole("button", { name: words(this.visit).payAgain }).click();
    return new DemoPay(this.visit).shown();
  }

  async goOn(): Promise<DemoPay> {
    await this.page.getByRole("button", { name: words(this.visit).goOn }).click();
    return new DemoPay(this.visit).shown();
  }

  get bookingLink() {
    return this.page.getByRole("link", { name: words(this.visit).toBooking });
  }

  async toBooking(): Promise<void> {
    await this.bookingLink.click();
    await this.visit.arrived(/^\/bookings\/B-.+$/);
  }
}
