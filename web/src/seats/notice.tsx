import { useEffect, useRef } from "preact/hooks";

import { errorText, pathTo } from "../core/page";
import { words as core } from "../words/core";
import { fill } from "../core/words";
import { words } from "../words/seats";
import type { Notice as What, Open } from "./seat_selection";
import { fullName, placeName } from "./map/labels";

const ADVICE: Record<string, string> = {
  HOLD_LIMIT: words.adviceLimit,
  LIMIT_REACHED: words.adviceLimit,
  ACCESSIBLE_LIMIT: words.adviceLimit,
  SEAT_GIVEN_BACK: words.adviceGivenBack,
  NOT_ENOUGH_SEATS: words.adviceBest,
  NOT_TOGETHER: words.adviceBest,
  SECTION_STOPPED: words.adviceSection,
  HOLDS_STOPPED: words.adviceWait,
  SALE_NOT_OPEN: words.adviceWait,
  TOO_MANY_CHANGES: words.adviceChanges,
  HOLD_TIME_OVER: words.adviceTimeOver,
};

interface NoticeProps {
  notice: What;
  open: Open;
  mine: number[];
  /** Moves the focus to the offer for keyboard users. */
  takeFocus: boolean;
  onTake: (places: number[]) => void;
  onClose: () => void;
}

function Taken({ notice, open, mine, takeFocus, onTake }: NoticeProps & { notice: What & { kind: "taken" } }) {
  const { hall } = open;
  const { lost, near, offers } = notice;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takeFocus) first.current?.focus();
  }, [notice]);
  const together = offers.length > 1 && !offers.every((place) => mine.includes(place));
  const single = near ?? (offers.length === 1 ? offers[0] : undefined);
  return (
    <>
      <p>
        <strong>{fill(words.taken, { seats: lost.map((place) => fullName(hall, place)).join(", ") })}</strong>
        {mine.length > 0 && ` ${words.takenKept}`}
        {single === undefined && !together && ` ${words.noOffer}`}
      </p>
      <div class="offers">
        {single !== undefined && (
          <button ref={first} type="button" onClick={() => onTake([...mine, single])}>
            {fill(words.takeInstead, { seat: placeName(hall, single) })}
          </button>
        )}
        {together && (
          <button type="button" class="quiet" {...(single === undefined ? { ref: first } : {})} onClick={() => onTake(offers)}>
            {fill(words.takeTogether, { seats: offers.map((place) => placeName(hall, place)).join(", ") })}
          </button>
        )}
      </div>
    </>
  );
}

function Refused({ notice: { error } }: { notice: What & { kind: "refused" } }) {
  return (
    <p>
      <strong>{errorText(error)}</strong> {ADVICE[error.code]}{" "}
      <span class="soft small">{fill(core.code, { code: error.code })}</span>
    </p>
  );
}

/** Reports what happened to the guest's selection, in place instead of in a dialog. */
export function Notice(props: NoticeProps) {
  const { notice, open, onClose } = props;
  const good = notice.kind === "got";
  return (
    <div class={good ? "note good seat-notice" : "note bad seat-notice"} role="status"
      onKeyDown={(event) => event.key === "Escape" && onClose()}>
      {notice.kind === "taken" && <Taken {...props} notice={notice} />}
      {notice.kind === "refused" && <Refused notice={notice} />}
      {notice.kind === "got" && (
        <p>{fill(words.bestGot, { seats: notice.places.map((place) => fullName(open.hall, place)).join(", ") })}</p>
      )}
      {notice.kind === "lost" && <p>{words.lost} <a href={pathTo("/bookings")}>{words.seeBookings}</a></p>}
      <button type="button" class="quiet close" aria-label={words.dismiss} onClick={onClose}>✕</button>
    </div>
  );
}
