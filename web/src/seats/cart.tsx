import { useNow } from "../core/clock";
import { money } from "../core/format";
import { fill } from "../core/words";
import { words } from "../words/seats";
import type { Open, SelectionState } from "./seat_selection";
import { chosen } from "./seat_selection";
import { fullName, gradeName, priceText } from "./map/labels";
import type { Prices } from "./map/labels";
import { GradeMark } from "./map/legend";
import { sumOf } from "./money";

interface CartProps {
  state: SelectionState;
  open: Open;
  onRemove: (place: number) => void;
  onReleaseAll: () => void;
  onPay: () => void;
}

const MINUTE_MS = 60_000;

/** The price of the selected seats. Empty if unknown. */
export function sumText(open: Open, places: number[], prices: Prices | undefined): string {
  const { hall } = open;
  const sum = sumOf(prices, places.map((place) => hall.grades[hall.grade[place]!]!.id));
  return prices && sum !== undefined ? money(sum, prices.currency) : "";
}

/** "Pay within 10 minutes", while time is left. */
function PayWithin({ until }: { until: string }) {
  const minutes = Math.ceil((Date.parse(until) - useNow(5_000)) / MINUTE_MS);
  if (minutes < 1) return null;
  return <p class="soft small">{fill(words.payWithin, { n: minutes })}</p>;
}

function CartLine({ open, place, prices, onRemove }: {
  open: Open;
  place: number;
  prices: Prices | undefined;
  onRemove: ((place: number) => void) | null;
}) {
  const { hall } = open;
  const grade = hall.grade[place]!;
  const name = fullName(hall, place);
  return (
    <li>
      <GradeMark grade={grade} />
      <span class="what">
        {name}
        <span class="soft small">{gradeName(hall.grades[grade]!.name)} {priceText(prices, hall.grades[grade]!.id)}</span>
      </span>
      {onRemove && (
        <button type="button" class="quiet" aria-label={fill(words.cartRemove, { seat: name })} onClick={() => onRemove(place)}>
          {words.cartRemoveShort}
        </button>
      )}
    </li>
  );
}

interface PayButtonProps {
  state: SelectionState;
  onPay: () => void;
}

export function PayButton({ state, onPay }: PayButtonProps) {
  const places = chosen(state);
  const paying = state.hold?.state === "paying";
  // Only seats that the server has confirmed can be paid for.
  const ready = places.length > 0 && state.wanted === null;
  const text = paying ? words.continuePaying : fill(words.payCount, { n: places.length });
  return (
    <button type="button" class="whole" aria-disabled={!ready} onClick={() => ready && onPay()}>
      {places.length > 0 ? text : words.pay}
    </button>
  );
}

/** The guest's seats, their price with all fees, and the button to pay. */
export function Cart({ state, open, onRemove, onReleaseAll, onPay }: CartProps) {
  const places = chosen(state);
  const prices = state.event?.prices;
  const paying = state.hold?.state === "paying";
  const sum = sumText(open, places, prices);
  return (
    <section class="card cart" aria-labelledby="cart-title">
      <h2 id="cart-title">{words.cart}</h2>
      {places.length === 0 && <p class="soft">{words.cartEmpty}</p>}
      <ul class="lines">
        {places.map((place) => (
          <CartLine key={place} open={open} place={place} prices={prices} onRemove={paying ? null : onRemove} />
        ))}
      </ul>
      {places.length > 0 && (
        <>
          {sum && <p class="sum"><span>{words.cartSum}</span> <strong>{sum}</strong></p>}
          <p class="soft small">{words.cartSumNote}</p>
          {paying && <p class="note">{words.paying}</p>}
          {state.hold && !paying && !state.hold.frozen && <PayWithin until={state.hold.until} />}
          {state.wanted && <p class="soft small" role="status">{words.cartSaving}</p>}
          <PayButton state={state} onPay={onPay} />
          {!paying && (
            <p class="give-back small">
              <span class="soft">{words.cartGiveBack}</span>
              {places.length > 1 && <button type="button" class="quiet" onClick={onReleaseAll}>{words.cartReleaseAll}</button>}
            </p>
          )}
        </>
      )}
    </section>
  );
}
