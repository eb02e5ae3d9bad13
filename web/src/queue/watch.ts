import type { ApiError } from "../core/api";
import type { QueueAnswer } from "../core/schema_types";
import type { Place } from "./place";
import { newPlace, shownAfter, streamWanted } from "./place";
import type { Outcome, Schedule } from "./poll";
import { afterOutcome, afterWake, newSchedule } from "./poll";

/** The guest's place as the page knows it. `none`: the guest has no place and may enter. */
export interface Standing {
  known: "asking" | "none" | "place";
  place: Place | null;
  /** The error of the last request, if any. The shown data may be old. */
  trouble: ApiError | null;
}

export const NOTHING_KNOWN: Standing = { known: "asking", place: null, trouble: null };

export type Asked = { ok: true; value: QueueAnswer } | { ok: false; error: ApiError };

/** A source of pushed answers. */
export interface Stream {
  close(): void;
}

export interface Surroundings {
  ask(): Promise<Asked>;
  openStream(heard: (answer: QueueAnswer) => void, ended: () => void): Stream | null;
  now(): number;
  chance(): number;
  after(ms: number, act: () => void): () => void;
}

/** A stream that is silent for this long is dead. The server sends every second. */
const STREAM_SILENCE_MS = 5_000;
/**
 * Wait after the end of a stream. Polls work as well, and two tabs must not compete for the stream.
 */
const STREAM_AGAIN_MS = 60_000;

const isGone = (error: ApiError): boolean =>
  error.code === "QUEUE_TOKEN_REQUIRED" || error.code === "QUEUE_TOKEN_INVALID";

/** Follows one place in line: by polls at the server's pace, and by its stream near the front. */
export class LineWatch {
  standing = NOTHING_KNOWN;
  private schedule: Schedule;
  private askedAt = -Infinity;
  private asking = false;
  private stream: Stream | null = null;
  private streamAfter = 0;
  private cancel = () => {};
  private round = 0;
  private stopped = false;

  constructor(
    private readonly around: Surroundings,
    private readonly changed: (standing: Standing) => void,
  ) {
    this.schedule = newSchedule(around.now());
  }

  start(): void {
    this.plan();
  }

  stop(): void {
    this.stopped = true;
    this.cancel();
    this.closeStream();
  }

  /** The page became visible, or the network is back. */
  wake(): void {
    if (this.stream) return; // It sends every second; otherwise it is considered dead.
    this.schedule = afterWake(this.schedule, this.around.now(), this.askedAt);
    this.plan();
  }

  /** Applies the answer to an action of the guest. Pending answers are older and are dropped. */
  adopt(answer: QueueAnswer): void {
    this.round++;
    this.closeStream();
    this.take(newPlace(answer));
    this.settle({ kind: "answer", nextPollMs: answer.nextPollMs });
  }

  private plan(): void {
    this.cancel();
    if (this.stopped || this.asking) return;
    const wait = this.stream ? STREAM_SILENCE_MS : this.schedule.dueAt - this.around.now();
    this.cancel = this.around.after(Math.max(0, wait), () => void this.poll());
  }

  private async poll(): Promise<void> {
    this.closeStream();
    this.asking = true;
    this.askedAt = this.around.now();
    const round = this.round;
    const asked = await this.around.ask();
    this.asking = false;
    if (this.stopped) return;
    if (round !== this.round) return this.plan();
    if (asked.ok) this.heard(asked.value);
    else this.refused(asked.error);
  }

  private heard(answer: QueueAnswer): void {
    this.take(shownAfter(this.standing.place, answer));
    if (streamWanted(answer) && this.around.now() >= this.streamAfter) this.listen();
    this.settle({ kind: "answer", nextPollMs: answer.nextPollMs });
  }

  private refused(error: ApiError): void {
    if (isGone(error)) this.say({ known: "none", place: null, trouble: null });
    else this.say({ ...this.standing, trouble: error });
    // Polls slowly, because another tab may enter, and then this one has a place too.
    const idle = isGone(error) ? { kind: "answer" as const, nextPollMs: 30_000 } : null;
    this.settle(idle ?? { kind: "failure", retryAfterS: error.retryAfterS });
  }

  private listen(): void {
    this.streamAfter = this.around.now() + STREAM_AGAIN_MS;
    this.stream = this.around.openStream(
      (answer) => this.streamed(answer),
      () => this.streamEnded(),
    );
  }

  private streamed(answer: QueueAnswer): void {
    if (!this.stream) return;
    // Poll when it is the guest's turn: only that response sets the cookie.
    const pollNow = !streamWanted(answer);
    if (pollNow) this.closeStream();
    if (answer.status !== "admitted") this.take(shownAfter(this.standing.place, answer));
    this.settle({ kind: "answer", nextPollMs: pollNow ? 0 : answer.nextPollMs });
  }

  private streamEnded(): void {
    if (!this.stream) return;
    this.closeStream();
    this.settle({ kind: "answer", nextPollMs: 1_000 });
  }

  private closeStream(): void {
    this.stream?.close();
    this.stream = null;
  }

  private take(place: Place): void {
    this.say({ known: "place", place, trouble: null });
  }

  private say(standing: Standing): void {
    this.standing = standing;
    this.changed(standing);
  }

  private settle(outcome: Outcome): void {
    this.schedule = afterOutcome(this.schedule, outcome, this.around.now(), this.around.chance());
    this.plan();
  }
}
