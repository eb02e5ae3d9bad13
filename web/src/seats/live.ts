import { call } from "../core/api";
import type { ApiError } from "../core/api";
import type { SeatSelection } from "./seat_selection";
import { nextAsk, Repeating } from "./pace";

// Together with the status polls this stays below the limit of two calls per second per guest.
const SEATS_EVERY_MS = 1_500;
const EVENT_EVERY_MS = 20_000;
const HIDDEN_STATUS_MS = 20_000;
const HIDDEN_SEATS_MS = 60_000;
const UNKNOWN_STATUS_MS = 5_000;

const hidden = () => document.visibilityState === "hidden";
// A proxy in front of a restarting server answers with its own status.
const silent = (error: ApiError) => error.status === 0 || error.status >= 500;

/** Keeps a selection up to date: seats, turn and event, each at its own interval. */
export class Live {
  private readonly seats = new Repeating(() => this.askSeats());
  private readonly status = new Repeating(() => this.askStatus());
  private readonly event = new Repeating(() => this.askEvent());
  private failures = 0;
  private statusFailures = 0;
  private seen = false;

  constructor(
    private readonly selection: SeatSelection,
    /** Called if this guest is not admitted. */
    private readonly onNotAdmitted: () => void,
  ) {}

  start(): void {
    this.event.start();
    this.status.start();
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
  }

  stop(): void {
    for (const task of [this.seats, this.status, this.event]) task.stop();
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
  }

  private readonly wake = () => {
    if (hidden()) return;
    this.status.soon();
    if (this.selection.state.open) this.seats.soon();
  };

  /** The first seats of a hold move the end of the turn. */
  askTurn(): void {
    this.status.soon();
  }

  /** A hall was loaded, so its seats are polled from now on. */
  watchSeats(): void {
    this.failures = 0;
    this.seats.start();
  }

  private async askSeats(): Promise<number> {
    const { open } = this.selection.state;
    if (!open || this.selection.state.ended) return SEATS_EVERY_MS;
    const asked = this.selection.changes;
    const version = open.seats.version;
    const where = { eventId: this.selection.eventId, performanceId: open.performanceId };
    const query = { ...where, ...(version >= 0 ? { since: version } : {}) };
    const answer = await call("get", "/api/booking/seats", { query });
    if (answer.ok) {
      this.failures = 0;
      this.selection.look(answer.value, asked);
      // The first request for the seats claims the admission, which extends its deadline.
      if (!this.seen) this.status.soon();
      this.seen = true;
      return nextAsk(hidden() ? HIDDEN_SEATS_MS : SEATS_EVERY_MS, 0);
    }
    this.failures++;
    this.seatsRefused(answer.error);
    return nextAsk(SEATS_EVERY_MS, this.failures, answer.error.retryAfterS);
  }

  private seatsRefused(error: ApiError): void {
    if (error.code === "ENTRY_TOKEN_REQUIRED") {
      if (!this.seen) return this.onNotAdmitted();
      if (!this.selection.state.ended) this.selection.set({ ended: "over" });
    } else if (silent(error)) this.selection.set({ offline: true });
    else if (!this.seen && error.status < 500 && error.status !== 429)
      this.selection.set({ failed: error });
  }

  private async askStatus(): Promise<number> {
    const { eventId, extensions } = this.selection;
    const answer = await call("get", "/api/queue/status", { query: { eventId } });
    if (!answer.ok) {
      this.statusFailures++;
      if (answer.error.status === 401) this.selection.set({ admitted: false });
      return nextAsk(UNKNOWN_STATUS_MS, this.statusFailures, answer.error.retryAfterS);
    }
    this.statusFailures = 0;
    const { status, keepUntil, message, nextPollMs, extensionsLeft = 0 } = answer.value;
    const admitted = status === "admitted";
    const was = this.selection.state;
    this.selection.set({ admitted, message: message ?? "" });
    if (extensions === this.selection.extensions)
      this.selection.set({ extensionsLeft, keepUntil: admitted && keepUntil ? Date.parse(keepUntil) : null });
    if (status === "moved") this.selection.set({ ended: "moved" });
    else if (!admitted && was.keepUntil !== null) this.selection.set({ ended: "over" });
    return nextAsk(hidden() ? Math.max(nextPollMs, HIDDEN_STATUS_MS) : nextPollMs, 0);
  }

  private async askEvent(): Promise<number> {
    const { eventId } = this.selection;
    const answer = await call("get", "/api/events/{eventId}", { params: { eventId } });
    if (answer.ok) {
      this.selection.set({ event: answer.value.event });
      return nextAsk(EVENT_EVERY_MS, 0);
    }
    if (!this.selection.state.event) this.selection.set({ failed: answer.error });
    return nextAsk(UNKNOWN_STATUS_MS, 1, answer.error.retryAfterS);
  }
}
