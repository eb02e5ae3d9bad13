import { useEffect, useMemo, useState } from "preact/hooks";

import { ErrorNotice, Frame, pathTo, Spoken } from "../core/page";
import { fill } from "../core/words";
import { words } from "../words/seats";
import type { ReviewProps } from "../payment/review";
import { BestForm } from "./best_form";
import { Cart, PayButton, sumText } from "./cart";
import { toggled } from "./choice";
import { ClockBar } from "./clock_bar";
import { allowanceOf, chosen, SeatSelection } from "./seat_selection";
import type { Event, Open, SelectionState } from "./seat_selection";
import { hasSeats } from "./map/hall";
import type { Area } from "./map/hall";
import { HallView } from "./map/hall_view";
import { fullName, gradeName } from "./map/labels";
import { Live } from "./live";
import { Notice } from "./notice";
import { Performances } from "./performances";
import { FREE } from "./map/seat_states";
import { AreaDialog, AreaForm } from "./map/standing";
import { useSelection } from "./use_selection";

/** Maximum number of seats per hold: the hall's limit, or a lower one of the event. */
function mostOf(event: Event | null, performanceId: string): number {
  const { seatsPerGuest = 0, seatsPerPerformance = 0 } = event?.limits ?? {};
  const hall = event?.performances.find(({ id }) => id === performanceId)?.seatsPerHold ?? 1;
  return Math.min(...[seatsPerGuest, seatsPerPerformance, hall].filter((limit) => limit > 0));
}

/** The performance in the address, or the first one that has seats left. */
function firstOf({ performances }: Event): string {
  const named = decodeURIComponent(location.hash.slice(1));
  const found = performances.find(({ id }) => id === named);
  return (found ?? performances.find(({ soldOut }) => !soldOut) ?? performances[0])?.id ?? "";
}

function Ended({ eventId, how }: { eventId: string; how: "over" | "moved" }) {
  return (
    <section class="card" role="alert">
      <h1>{how === "moved" ? words.movedTitle : words.endedTitle}</h1>
      <p>{how === "moved" ? words.moved : `${words.ended} ${words.endedPaid}`}</p>
      <p class="offers">
        {how === "over" && <a class="button" href={pathTo(`/queue/${eventId}`)}>{words.toLine}</a>}
        <a class="button quiet" href={pathTo("/bookings")}>{words.seeBookings}</a>
      </p>
    </section>
  );
}

interface BodyProps {
  selection: SeatSelection;
  state: SelectionState;
  open: Open;
  standingPage: boolean;
  onPay: () => void;
}

/** The seat selection: the hall on one side, best seats and cart on the other. */
function Body({ selection, state, open, standingPage, onPay }: BodyProps) {
  const [asList, setAsList] = useState(false);
  const [area, setArea] = useState<Area | null>(null);
  const [said, setSaid] = useState("");
  const { hall } = open;
  const { notice, event } = state;
  const places = chosen(state);
  const prices = event?.prices;
  const paying = state.hold?.state === "paying";
  const locked = !state.admitted || paying;
  const seated = hasSeats(hall);
  const standing = standingPage || !seated;
  const most = mostOf(event, open.performanceId);
  const busy = locked || state.wanted !== null;

  const onSeat = (seat: number) => {
    if (locked) return;
    const name = fullName(hall, seat);
    if (!places.includes(seat) && open.seats.state[seat] !== FREE) return setSaid(fill(words.seatGone, { seat: name }));
    setSaid(fill(places.includes(seat) ? words.givenBack : words.chosen, { seat: name }));
    void selection.want(toggled(hall, places, seat));
  };
  const takeOffer = (offer: number[]) => {
    void selection.want(offer);
    if (asList) document.getElementById(`seat-${offer.at(-1)}`)?.focus();
  };
  const closeNotice = () => {
    selection.set({ notice: null });
    if (asList && notice?.kind === "taken") document.getElementById(`seat-${notice.lost[0]}`)?.focus();
  };
  const form = { open, prices, chosen: places, most, disabled: busy, onTake: (one: Area, n: number) => void selection.takeStanding(one, n) };
  return (
    <>
      {notice && (
        <Notice notice={notice} open={open} mine={state.mine} takeFocus={asList} onTake={takeOffer} onClose={closeNotice} />
      )}
      <div class="seat-page">
        {!locked && !standing && (
          <BestForm open={open} prices={prices} most={most} holding={places.length > 0} disabled={busy} onTake={(wish) => selection.takeBest(wish)} />
        )}
        {standing ? (
          <div class="areas">
            {hall.areas.map((one) => <div class="card" key={one.id}><AreaForm {...form} area={one} /></div>)}
            {seated && (
              <p>{words.seatedToo} <a href={`${pathTo(`/events/${selection.eventId}/seats`)}#${open.performanceId}`}>{words.toSeats}</a></p>
            )}
          </div>
        ) : (
          <HallView key={open.performanceId} state={state} open={open} asList={asList} onAsList={setAsList} onSeat={onSeat} onArea={setArea} />
        )}
        {state.admitted && (
          <Cart state={state} open={open} onPay={onPay}
            onRemove={(place) => void selection.want(toggled(hall, places, place))}
            onReleaseAll={() => void selection.want([])} />
        )}
      </div>
      {places.length > 0 && (
        <div class="pay-bar" role="group" aria-label={words.cart}>
          <strong>{sumText(open, places, prices)}</strong>
          <PayButton state={state} onPay={onPay} />
        </div>
      )}
      {area && <AreaDialog {...form} area={area} onClose={() => setArea(null)} />}
      <Spoken text={said} />
    </>
  );
}

type ReviewPage = (props: ReviewProps) => preact.JSX.Element | null;

/** The seats page, replaced by the review when the guest wants to pay. */
export function App({ eventId, standingPage }: { eventId: string; standingPage: boolean }) {
  const selection = useMemo(() => new SeatSelection(eventId), [eventId]);
  const live = useMemo(
    () => new Live(selection, () => location.replace(pathTo(`/queue/${eventId}`))),
    [selection],
  );
  const state = useSelection(selection);
  const { event, open, performanceId, failed, ended } = state;
  const [review, setReview] = useState<{ page: ReviewPage; props: ReviewProps } | null>(null);

  useEffect(() => {
    live.start();
    return () => live.stop();
  }, [live]);
  useEffect(() => {
    if (event && !performanceId) void selection.show(firstOf(event));
  }, [event]);
  useEffect(() => {
    if (open) live.watchSeats();
  }, [open]);
  useEffect(() => {
    if (state.hold) live.askTurn();
  }, [state.hold !== null]);

  const choose = (id: string) => {
    history.replaceState(null, "", `#${encodeURIComponent(id)}`);
    void selection.show(id);
  };
  const pay = async () => {
    if (!event || !open || !state.hold) return;
    const { Review: page } = await import("../payment/review");
    const { hall } = open;
    const seats = state.mine.map((place) => {
      const grade = hall.grades[hall.grade[place]!]!;
      return { id: hall.ids[place]!, label: fullName(hall, place), grade: grade.id, gradeName: gradeName(grade.name) };
    });
    const onBack = () => setReview(null);
    setReview({ page, props: { event, performanceId, seats, hold: state.hold, onBack } });
    document.getElementById("main")?.focus();
    scrollTo(0, 0);
  };

  const title = standingPage ? words.titleStanding : words.title;
  const demo = event?.demo ? { demo: true } : {};
  if (ended) return <Frame title={title} {...demo}><Ended eventId={eventId} how={ended} /></Frame>;
  const extension = { allowance: allowanceOf(state), ask: () => selection.extend() };
  if (review) {
    // The deadline is updated during the review, until the payment begins. All other values stay as
    // they were when the review began.
    const { until, frozen } = state.hold?.state === "held" ? state.hold : review.props.hold;
    const hold = { ...review.props.hold, until, frozen };
    return <Frame title={title} {...demo}><review.page {...review.props} {...{ hold, extension }} /></Frame>;
  }
  const retry = () => (event ? void selection.show(performanceId) : location.reload());
  return (
    <Frame title={event ? `${title} · ${event.title}` : title} wide {...demo}>
      <div class="seat-head">
        <div>
          <h1>{event?.title ?? title}</h1>
          <p class="soft">{[event?.artist, event?.venue].filter(Boolean).join(" · ")}</p>
        </div>
        {event && <Performances event={event} chosen={performanceId} onChoose={choose} />}
      </div>
      <ClockBar hold={state.hold} keepUntil={state.keepUntil} extension={extension} />
      {state.message && <p class="note"><strong>{words.message}</strong>{"\n"}{state.message}</p>}
      {!state.admitted && open && (
        <p class="note">{words.viewOnly} <a href={pathTo(`/queue/${eventId}`)}>{words.toLine}</a></p>
      )}
      {state.offline && <p class="note bad" role="status">{words.offline}</p>}
      {state.old && !state.offline && <p class="note small">{words.old}</p>}
      {failed?.code === "PERFORMANCE_NOT_FOUND" ? <p class="note">{words.noHall}</p> : failed && <ErrorNotice error={failed} onRetry={retry} />}
      {!open && !failed && <p class="loading">{words.loading}</p>}
      {open && open.seats.version < 0 && !failed && <p class="loading">{words.loading}</p>}
      {open && open.seats.version >= 0 && (
        <Body selection={selection} state={state} open={open} standingPage={standingPage} onPay={() => void pay()} />
      )}
    </Frame>
  );
}
