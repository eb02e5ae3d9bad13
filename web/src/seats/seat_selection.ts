import type { components } from "../api/schema";
import { call } from "../core/api";
import type { Answer, ApiError } from "../core/api";
import { nextExtension } from "../extend/offer";
import type { Allowance, Extended } from "../extend/offer";
import { nearestFree, sameSet } from "./choice";
import { readPlan } from "./map/hall";
import type { Area, Hall, Plan } from "./map/hall";
import { layoutOf } from "./map/layout";
import type { Layout } from "./map/layout";
import { applyAnswer, freePlaces, HELD, noStates } from "./map/seat_states";
import type { SeatStates } from "./map/seat_states";

type Schemas = components["schemas"];
export type Event = Schemas["Event"];
export type Hold = Schemas["Hold"];
type SeatMap = Schemas["SeatMap"];
export type BestWish = Omit<Schemas["BestRequest"], "eventId" | "performanceId">;

/** The notice above the map, until it is closed or replaced. */
export type Notice =
  | { kind: "taken"; lost: number[]; near: number | undefined; offers: number[] }
  | { kind: "refused"; error: ApiError }
  | { kind: "got"; places: number[] }
  | { kind: "lost" };

export interface Open {
  performanceId: string;
  hall: Hall;
  layout: Layout;
  seats: SeatStates;
}

export interface SelectionState {
  event: Event | null;
  performanceId: string;
  open: Open | null;
  /** The guest's seats according to the server. */
  mine: number[];
  /** The requested seats, shown immediately. Null after the server has answered. */
  wanted: number[] | null;
  hold: Hold | null;
  /** The end of the admission. */
  keepUntil: number | null;
  /** Number of extensions that the guest has left. */
  extensionsLeft: number;
  admitted: boolean;
  ended: "over" | "moved" | null;
  notice: Notice | null;
  /** Why the hall cannot be shown. */
  failed: ApiError | null;
  offline: boolean;
  old: boolean;
  message: string;
}

const STANDING_TRIES = 3;

const START: SelectionState = {
  event: null,
  performanceId: "",
  open: null,
  mine: [],
  wanted: null,
  hold: null,
  keepUntil: null,
  extensionsLeft: 0,
  admitted: true,
  ended: null,
  notice: null,
  failed: null,
  offline: false,
  old: false,
  message: "",
};

/** The guest's seats, including those not yet confirmed. */
export const chosen = ({ mine, wanted }: SelectionState): number[] => wanted ?? mine;

/** The extensions that the event allows. */
export const allowanceOf = ({ event, extensionsLeft }: SelectionState): Allowance => ({
  seconds: event?.extension ?? 0,
  times: event?.extensions ?? 0,
  left: extensionsLeft,
});

/** The seat selection of one guest: the shown state and the requests to the server. */
export class SeatSelection {
  state = START;
  /** Incremented by each change of the guest, so that an older seat map does not undo it. */
  changes = 0;
  /** Incremented by each extension, so that an older status does not undo it. */
  extensions = 0;
  private settling = false;
  private readonly listeners = new Set<() => void>();

  constructor(readonly eventId: string) {}

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(part: Partial<SelectionState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  /** Extends the admission and the held seats. A retry after a lost answer is safe. */
  async extend(): Promise<Extended> {
    const extension = nextExtension(allowanceOf(this.state));
    const answer = await call("post", "/api/queue/extend", { body: { eventId: this.eventId, extension } });
    if (!answer.ok) {
      const { code } = answer.error;
      if (code === "ENTRY_TOKEN_REQUIRED") this.set({ ended: "over" });
      if (code === "EXTENSION_USED" || code === "EXTENSION_NOT_ALLOWED") this.set({ extensionsLeft: 0 });
      return { error: answer.error };
    }
    this.changes++;
    this.extensions++;
    const { admissionExpiresAt, holdExpiresAt, extensionsLeft } = answer.value;
    const { hold } = this.state;
    const keepUntil = Date.parse(admissionExpiresAt);
    const longer = hold && holdExpiresAt ? { hold: { ...hold, until: holdExpiresAt } } : {};
    this.set({ keepUntil, extensionsLeft, ...longer });
    return { until: holdExpiresAt ? Math.min(keepUntil, Date.parse(holdExpiresAt)) : keepUntil };
  }

  private where() {
    return { eventId: this.eventId, performanceId: this.state.performanceId };
  }

  /** Shows another performance: loads its hall. The seat states follow with the next poll. */
  async show(performanceId: string): Promise<void> {
    this.changes++;
    const nothing = { open: null, mine: [], wanted: null, hold: null, notice: null, failed: null };
    this.set({ ...nothing, performanceId });
    const answer = await call("get", "/api/booking/hall", { query: this.where(), timeoutMs: 30_000 });
    if (this.state.performanceId !== performanceId) return;
    if (!answer.ok) return this.set({ failed: answer.error });
    const hall = readPlan(answer.value as unknown as Plan);
    const open = { performanceId, hall, layout: layoutOf(hall), seats: noStates(hall.places) };
    this.set({ open });
  }

  /** Applies a seat map that was requested when `changes` had the value `asked`. */
  look(map: SeatMap, asked: number): void {
    const { open, mine, hold } = this.state;
    if (!open || open.performanceId !== map.performanceId) return;
    const outcome = applyAnswer(open.seats, map as Parameters<typeof applyAnswer>[1]);
    if (outcome === "gap") open.seats.version = -1;
    const part: Partial<SelectionState> = { offline: false, old: map.degraded !== undefined };
    if (asked === this.changes && !this.settling) {
      part.mine = map.mine;
      part.hold = map.hold;
      if (mine.length > 0 && map.mine.length === 0 && hold) part.notice = { kind: "lost" };
    }
    this.set(part);
  }

  /** Selects exactly these seats. Taps during a request are sent afterwards. */
  want(wanted: number[]): Promise<void> {
    this.changes++;
    this.set({ wanted, notice: null });
    return this.settle();
  }

  private async settle(): Promise<void> {
    if (this.settling) return;
    this.settling = true;
    const { performanceId } = this.state;
    while (this.state.wanted && this.state.performanceId === performanceId) {
      const asked = this.state.wanted;
      if (sameSet(asked, this.state.mine)) this.set({ wanted: null });
      else await this.ask(asked);
    }
    this.changes++;
    this.settling = false;
    if (this.state.wanted) void this.settle();
  }

  private async ask(asked: number[]): Promise<void> {
    if (asked.length === 0) return this.giveAllBack(asked);
    const ids = this.state.open?.hall.ids ?? [];
    const seatIds = asked.map((place) => ids[place] ?? "");
    this.answered(
      asked,
      await call("post", "/api/booking/seats/select", { body: { ...this.where(), seatIds } }),
    );
  }

  private async giveAllBack(asked: number[]): Promise<void> {
    const answer = await call("post", "/api/booking/seats/release", { body: this.where() });
    if (answer.ok) this.have(asked, [], null);
    else if (answer.error.code === "NO_HOLD") this.have(asked, [], null);
    else this.refused(asked, answer.error);
  }

  private answered(asked: number[], answer: Answer<Schemas["Held"]>): void {
    if (answer.ok) this.have(asked, answer.value.mine, answer.value.hold);
    else this.refused(asked, answer.error);
  }

  private have(asked: number[], mine: number[], hold: Hold | null): void {
    const { wanted } = this.state;
    this.set({ mine, hold, wanted: wanted === asked ? null : wanted });
  }

  // Returns to the server's state. Later taps are still requested, without the lost seats.
  private refused(asked: number[], error: ApiError): void {
    const { open, wanted, mine } = this.state;
    if (error.code === "ENTRY_TOKEN_REQUIRED") this.set({ wanted: null, ended: "over" });
    else if (error.code === "SEAT_TAKEN" && open) {
      const lost = this.places(error.details.seats);
      for (const place of lost) open.seats.state[place] = HELD;
      open.seats.edition++;
      const near = lost.length === 1 ? nearestFree(open.hall, open.seats, lost[0]!, asked) : undefined;
      const offers = this.places(error.details.offers);
      const notice: Notice = { kind: "taken", lost, near, offers };
      const left = (wanted ?? asked).filter((place) => !lost.includes(place));
      this.set({ notice, wanted: wanted === asked || sameSet(left, mine) ? null : left });
    } else this.set({ wanted: null, notice: { kind: "refused", error } });
  }

  private places(ids: unknown): number[] {
    const numbers = this.state.open?.hall.numbers;
    if (!Array.isArray(ids) || !numbers) return [];
    return ids.map((id) => numbers.get(String(id))).filter((place) => place !== undefined);
  }

  /**
   * Takes `count` places of a standing area and keeps the guest's other places. The server selects
   * them if the request can be limited to this area. Otherwise they are selected here, with retries
   * if another guest was faster.
   */
  async takeStanding(area: Area, count: number): Promise<void> {
    const { open, mine } = this.state;
    if (!open) return;
    const section = open.hall.sections[area.section]!;
    const inside = (place: number) => place >= area.first && place < area.first + area.count;
    if (section.areas.length === 1 && mine.every(inside)) {
      await this.takeBest({ count, kind: "standing", section: section.id });
      return;
    }
    for (let tries = 0; tries < STANDING_TRIES; tries++) {
      const kept = mine.filter(inside).slice(0, count);
      const more = freePlaces(open.seats, area, count - kept.length);
      await this.want([...mine.filter((place) => !inside(place)), ...kept, ...more]);
      if (this.state.notice?.kind !== "taken") return;
    }
  }

  /** Takes the best seats that the server finds, instead of the current ones. */
  async takeBest(wish: BestWish): Promise<boolean> {
    const { performanceId } = this.state;
    this.changes++;
    this.settling = true;
    this.set({ notice: null });
    const answer = await call("post", "/api/booking/seats/best", { body: { ...this.where(), ...wish } });
    this.changes++;
    this.settling = false;
    if (this.state.performanceId !== performanceId) return false;
    if (answer.ok) {
      const { mine, hold } = answer.value;
      this.set({ mine, hold, wanted: null, notice: { kind: "got", places: mine } });
    } else this.refused([], answer.error);
    return answer.ok;
  }
}
