import { useEffect, useState } from "preact/hooks";

import { clock } from "../core/clock";
import { Countdown } from "../core/countdown";
import { Lazy } from "../core/lazy";
import { number } from "../core/format";
import { Moment, Spoken } from "../core/page";
import type { QueueAnswer, SaleEvent } from "../core/schema_types";
import { words } from "../words/queue";
import { noteCommitment } from "./commitment";
import { Figures, Kept, LobbyFigures, Odds, Position } from "./figures";
import type { Place } from "./place";
import { milestoneOf } from "./place";
import { allowSound, ring } from "./sound";

const readiness = () => import("../join/readiness_list").then((part) => part.Readiness);
const drawCheck = () => import("./draw").then((part) => part.CheckMyPlace);

const drawn = ({ event, place }: { event: SaleEvent; place: Place }): boolean =>
  event.order === "lobby-shuffle" && place.answer.status !== "lobby";

function statusWords({ status }: QueueAnswer, event: SaleEvent): string {
  if (status === "lobby")
    return event.order === "lobby-shuffle" ? words.status.lobbyShuffle : words.status.lobby;
  if (status === "paused" || status === "sold_out") return words.status[status];
  return words.status.waiting;
}

function SoundTest() {
  const [told, setTold] = useState(words.soundHint);
  const test = () => {
    setTold(allowSound() ? words.soundOn : words.soundNone);
    ring();
  };
  return (
    <p class="row">
      <button type="button" class="quiet" onClick={test}>{words.soundTest}</button>
      <span class="soft small" role="status">{told}</span>
    </p>
  );
}

/** The commitment to the secret of the draw, stored here before the members are known. */
function Commitment({ eventId }: { eventId: string }) {
  const [commitment, setCommitment] = useState<string | null>(null);
  useEffect(() => {
    void noteCommitment(eventId).then(setCommitment);
  }, [eventId]);
  if (!commitment) return null;
  return (
    <section class="card">
      <h2>{words.draw}</h2>
      <p>{words.drawCommitted}</p>
      <p class="print">{commitment}</p>
      <p class="soft small">{words.drawNoted}</p>
    </section>
  );
}

function Opening({ event, onTime }: { event: SaleEvent; onTime: () => void }) {
  const until = Date.parse(event.opensAt);
  const [come, setCome] = useState(until <= clock.now());
  const atZero = () => {
    setCome(true);
    onTime();
  };
  return (
    <div class="opening">
      {come && until <= clock.now()
        ? <p class="clock"><strong>{words.opensNow}</strong></p>
        : <p class="clock"><Countdown until={until} label={words.opensIn} atZero={atZero} /></p>}
      <p class="soft small">{words.opens}: <Moment at={event.opensAt} zone={event.timeZone} /></p>
    </div>
  );
}

/** Announces changes of the state, and some steps on the way to the front. */
function Told({ event, place }: { event: SaleEvent; place: Place }) {
  const { answer } = place;
  const { position } = answer;
  const [told, setTold] = useState("");
  const milestone = position === null ? 0 : milestoneOf(position);
  useEffect(() => {
    const at = position === null ? "" : `${words.position} ${number(position)}. `;
    setTold(at + statusWords(answer, event));
  }, [answer.status, milestone]);
  return <Spoken text={told} />;
}

/** All clocks reach zero at the same time. The requests are spread over this period. */
const OPENING_SPREAD_MS = 10_000;

interface LineProps {
  event: SaleEvent;
  place: Place;
  onTime: () => void;
}

/** The page in the lobby or in the line. */
export function InLine({ event, place, onTime }: LineProps) {
  const { answer } = place;
  const lobby = answer.status === "lobby";
  const look = () =>
    void setTimeout(onTime, Math.random() * Math.min(answer.nextPollMs, OPENING_SPREAD_MS));
  return (
    <>
      <section class="card line">
        <Told event={event} place={place} />
        {lobby && <Opening event={event} onTime={look} />}
        <Position place={place} />
        <p>{statusWords(answer, event)}</p>
        {lobby ? <LobbyFigures answer={answer} event={event} /> : <Figures answer={answer} />}
        <Odds answer={answer} />
        <Kept answer={answer} event={event} />
        <SoundTest />
      </section>
      {lobby && event.order === "lobby-shuffle" && <Commitment eventId={event.id} />}
      {lobby && (
        <Lazy load={readiness} props={{ event }} />
      )}
      {drawn({ event, place }) && (
        <section class="card">
          <h2>{words.draw}</h2>
          <Lazy load={drawCheck} props={{ eventId: event.id }} />
        </section>
      )}
    </>
  );
}
