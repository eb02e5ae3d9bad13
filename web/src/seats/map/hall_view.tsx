import { useEffect, useRef, useState } from "preact/hooks";

import { words } from "../../words/seats";
import type { Open, SelectionState } from "../seat_selection";
import { chosen } from "../seat_selection";
import type { Box } from "./geometry";
import { boxOf, emptyBox, grown, include } from "./geometry";
import type { Area } from "./hall";
import { STANDING } from "./hall";
import type { Shape } from "./layout";
import { Legend } from "./legend";
import { Overview } from "./overview";
import { pictureOf, usePicture } from "./picture";
import { SeatCanvas } from "./seat_canvas";
import { SeatList } from "./seat_list";

interface HallViewProps {
  state: SelectionState;
  open: Open;
  asList: boolean;
  onAsList: (asList: boolean) => void;
  onSeat: (seat: number) => void;
  onArea: (area: Area) => void;
}

interface Target {
  box: Box;
  name: string;
  section: number;
}

// Margin around newly taken seats in the view, in seats.
const AROUND = 6;

const targetOf = (shape: Shape): Target => ({ box: shape.box, name: shape.name, section: shape.section });

/** The area of the hall with the seats that the server selected. */
function targetAt({ hall }: Open, places: number[]): Target | null {
  const seats = places.filter((place) => !(hall.flags[place]! & STANDING));
  if (seats.length === 0) return null;
  const box = emptyBox();
  for (const seat of seats) {
    const own = boxOf(hall, seat, 1);
    include(box, own.left, own.top);
  }
  const section = hall.section[seats[0]!]!;
  return { box: grown(box, AROUND * hall.pitch), name: hall.sections[section]!.name, section };
}

/** The hall: first the sections, then the seats of one section as a map or as a list. */
export function HallView({ state, open, asList, onAsList, onSeat, onArea }: HallViewProps) {
  const prices = state.event?.prices;
  const { shapes } = open.layout;
  const picture = usePicture(pictureOf(state.event, open.performanceId));
  const only = shapes.length === 1 && !shapes[0]!.area ? targetOf(shapes[0]!) : null;
  const [target, setTarget] = useState<Target | null>(only);
  const own = useRef<HTMLElement>(null);
  useEffect(() => setTarget(only), [open]);
  // On a small screen the page scrolls to the seats when a section is opened.
  useEffect(() => {
    const box = own.current?.getBoundingClientRect();
    if (target && !only && box && box.bottom > innerHeight) own.current?.scrollIntoView();
  }, [target]);
  const { notice } = state;
  useEffect(() => {
    const found = notice?.kind === "got" ? targetAt(open, notice.places) : null;
    if (found) setTarget(found);
  }, [notice]);
  const places = chosen(state);
  const openShape = (shape: Shape) => (shape.area ? onArea(shape.area) : setTarget(targetOf(shape)));
  const openSection = (section: number | null) => {
    const shape = shapes.find((one) => one.section === section && !one.area) ?? shapes.find((one) => one.section === section);
    setTarget(shape ? targetOf(shape) : null);
  };
  const common = { open, prices, chosen: places, onSeat, onArea };
  return (
    <section ref={own} class="hall-view" aria-label={words.title}>
      <div class="segments" role="group" aria-label={words.viewAs}>
        <button type="button" class="quiet" aria-pressed={!asList} onClick={() => onAsList(false)}>{words.map}</button>
        <button type="button" class="quiet" aria-pressed={asList} onClick={() => onAsList(true)}>{words.list}</button>
      </div>
      {asList ? (
        <SeatList {...common} section={target?.section ?? null} onSection={openSection} />
      ) : target ? (
        <SeatCanvas {...common} picture={picture} target={target} onOverview={only ? null : () => setTarget(null)} />
      ) : (
        <Overview open={open} prices={prices} picture={picture} mine={places} onOpen={openShape} />
      )}
      <Legend hall={open.hall} prices={prices} />
    </section>
  );
}
