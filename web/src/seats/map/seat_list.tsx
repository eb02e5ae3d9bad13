import { useRef, useState } from "preact/hooks";

import { number } from "../../core/format";
import { fill } from "../../core/words";
import { words } from "../../words/seats";
import type { Open } from "../seat_selection";
import { ACCESSIBLE, COMPANION, RESTRICTED } from "./hall";
import type { Area, Row, Section } from "./hall";
import { sectionLabel, seatLabel } from "./labels";
import type { Prices } from "./labels";
import { GradeMark } from "./legend";
import { FREE, freeIn } from "./seat_states";

interface ListProps {
  open: Open;
  prices: Prices | undefined;
  chosen: number[];
  onSeat: (seat: number) => void;
  onArea: (area: Area) => void;
}

// Rows of sections with more seats are closed initially, so that the page stays fast.
const OPEN_ROWS_TO = 600;

const signs = (flags: number): string =>
  (flags & ACCESSIBLE ? "♿" : "") + (flags & COMPANION ? "+" : "") + (flags & RESTRICTED ? "△" : "");

const focusOn = (seat: number) => document.getElementById(`seat-${seat}`)?.focus();

function SeatButton({ open, prices, chosen, onSeat, seat, stop, onFocus }: ListProps & {
  seat: number;
  stop: boolean;
  onFocus: () => void;
}) {
  const { hall, seats } = open;
  const state = seats.state[seat]!;
  const mine = chosen.includes(seat);
  const kind = mine ? "own" : state === FREE ? "free" : `out state-${state}`;
  return (
    <button
      type="button"
      id={`seat-${seat}`}
      class={`seat ${kind}`}
      tabIndex={stop ? 0 : -1}
      aria-pressed={mine}
      aria-disabled={state !== FREE && !mine}
      aria-label={seatLabel(hall, seat, prices, { state, mine })}
      onFocus={onFocus}
      onClick={() => onSeat(seat)}
    >
      {mine ? "✓" : <GradeMark grade={hall.grade[seat]!} />}
      <span>{hall.labels[seat]}{signs(hall.flags[seat]!)}</span>
    </button>
  );
}

interface RowProps extends ListProps {
  row: Row;
  rows: Row[];
  startsOpen: boolean;
}

function RowOfSeats({ row, rows, startsOpen, ...list }: RowProps) {
  const [shown, setShown] = useState(startsOpen);
  const [current, setCurrent] = useState(row.first);
  const free = freeIn(list.open.seats, row.first, row.count);
  const move = (event: KeyboardEvent) => {
    const last = row.first + row.count - 1;
    const at = rows.indexOf(row);
    const across = (other: Row | undefined) =>
      other && other.first + Math.min(other.count - 1, current - row.first);
    const to: Record<string, number | undefined> = {
      ArrowLeft: Math.max(row.first, current - 1),
      ArrowRight: Math.min(last, current + 1),
      Home: row.first,
      End: last,
      ArrowUp: across(rows[at - 1]),
      ArrowDown: across(rows[at + 1]),
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    focusOn(next);
  };
  const seats = Array.from({ length: row.count }, (_, at) => row.first + at);
  return (
    <li class="row">
      <button type="button" class="quiet row-name" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {fill(words.rowFree, { row: row.label, n: number(free) })}
      </button>
      {shown && (
        <div class="row-seats" role="group" aria-label={fill(words.row, { row: row.label })} onKeyDown={move}>
          {seats.map((seat) => (
            <SeatButton key={seat} {...list} seat={seat} stop={seat === current} onFocus={() => setCurrent(seat)} />
          ))}
        </div>
      )}
    </li>
  );
}

function AreaLine({ open, area, onArea }: { open: Open; area: Area; onArea: (area: Area) => void }) {
  const free = freeIn(open.seats, area.first, area.count);
  return (
    <li>
      <button type="button" class="quiet" onClick={() => onArea(area)}>
        <GradeMark grade={area.grade} /> {fill(words.standing, { area: area.name })} · {fill(words.areaLeft, { n: number(free) })}
      </button>
    </li>
  );
}

function SectionRows({ section, ...list }: ListProps & { section: Section }) {
  const startsOpen = section.count <= OPEN_ROWS_TO;
  return (
    <>
      <p class="soft small">{words.listHint}</p>
      <ul class="rows" aria-label={fill(words.rows, { section: section.name })}>
        {section.rows.map((row) => (
          <RowOfSeats key={row.first} {...list} row={row} rows={section.rows} startsOpen={startsOpen} />
        ))}
        {section.areas.map((area) => <AreaLine key={area.id} {...list} area={area} />)}
      </ul>
    </>
  );
}

/** The seats of the map as buttons: first the sections, then the rows of one section. */
export function SeatList(props: ListProps & { section: number | null; onSection: (section: number | null) => void }) {
  const { section: at, onSection, ...list } = props;
  const { hall, seats } = list.open;
  const heading = useRef<HTMLHeadingElement>(null);
  const section = at === null ? undefined : hall.sections[at];
  if (section)
    return (
      <div class="seat-list">
        {hall.sections.length > 1 && (
          <button type="button" class="quiet" onClick={() => onSection(null)}>{words.allSections}</button>
        )}
        <h2 ref={heading} tabIndex={-1}>{sectionLabel(hall, section, seats, list.prices)}</h2>
        <SectionRows key={section.id} section={section} {...list} />
      </div>
    );
  return (
    <ul class="seat-list sections" aria-label={words.overview}>
      {hall.sections.map((one, number_) => (
        <li key={one.id}>
          <button type="button" class="quiet" onClick={() => onSection(number_)}>
            {sectionLabel(hall, one, seats, list.prices)}
          </button>
        </li>
      ))}
    </ul>
  );
}
