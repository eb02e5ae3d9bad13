import { language } from "../core/words";
import { words } from "../words/payment";
import type { Event } from "./sale";

interface ProviderChoiceProps {
  event: Event | null;
  chosen: string;
  onChoose: (provider: string) => void;
}

/** Shown only if there is more than one provider. */
export function ProviderChoice({ event, chosen, onChoose }: ProviderChoiceProps) {
  const { providers = [], providerNames } = event ?? {};
  if (providers.length < 2) return null;
  return (
    <fieldset class="card providers">
      <legend>{words.payWith}</legend>
      {providers.map((provider) => (
        <label key={provider}>
          <input
            type="radio"
            name="provider"
            checked={provider === chosen}
            onChange={() => onChoose(provider)}
          />
          <span>{providerNames?.[provider]?.[language] ?? provider}</span>
        </label>
      ))}
    </fieldset>
  );
}
