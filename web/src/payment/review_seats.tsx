import { typeName } from "../core/price_type";
import { fill } from "../core/words";
import { words } from "../words/payment";
import { SeatLines } from "./receipt";
import type { Line, Prices, Quote } from "./sale";
import { typesOf } from "./totals";

/** A held seat with its name on the seats page. */
export interface ReviewSeat {
  id: string;
  label: string;
  /** The id of its grade in the plan, which determines the price. */
  grade: string;
  gradeName?: string;
}

interface TypeChoiceProps {
  line: Line;
  types: readonly string[];
  label: string;
  onChoose: (type: string) => void;
}

function TypeChoice({ line, types, label, onChoose }: TypeChoiceProps) {
  if (types.length < 2) return <span class="small">{typeName(line.type)}</span>;
  return (
    <select
      aria-label={fill(words.priceTypeOf, { seat: label })}
      value={line.type}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {types.map((type) => <option key={type} value={type}>{typeName(type)}</option>)}
    </select>
  );
}

interface ReviewSeatsProps {
  seats: readonly ReviewSeat[];
  prices: Prices | undefined;
  quote: Quote | null;
  onChoose: (seat: string, type: string) => void;
}

/** The seats with their price types, and the total. */
export function ReviewSeats({ seats, prices, quote, onChoose }: ReviewSeatsProps) {
  if (!prices || !quote) return <p class="note bad">{words.noPrice}</p>;
  const nameOf = (id: string) => seats.find((seat) => seat.id === id)?.label ?? id;
  const reduced = prices.grades.some(({ types }) => types.length > 1);
  return (
    <section class="card" aria-labelledby="review-seats">
      <h2 id="review-seats">{words.seats}</h2>
      <SeatLines
        quote={quote}
        nameOf={nameOf}
        gradeOf={(grade) => seats.find((seat) => seat.grade === grade)?.gradeName ?? grade}
        typeOf={(line) => (
          <TypeChoice
            line={line}
            types={typesOf(prices, line.grade)}
            label={nameOf(line.seat)}
            onChoose={(type) => onChoose(line.seat, type)}
          />
        )}
      />
      {reduced && <p class="soft small">{words.proof}</p>}
    </section>
  );
}
