import { words } from "../words/seats";

interface StepperProps {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}

/** An input for a small number with plus and minus buttons. */
export function Stepper({ label, value, most, onChange }: StepperProps) {
  return (
    <div class="stepper" role="group" aria-label={label}>
      <button type="button" class="quiet" aria-label={words.fewer} aria-disabled={value <= 1} onClick={() => onChange(Math.max(1, value - 1))}>−</button>
      <output aria-live="polite">{value}</output>
      <button type="button" class="quiet" aria-label={words.more} aria-disabled={value >= most} onClick={() => onChange(Math.min(most, value + 1))}>+</button>
    </div>
  );
}
