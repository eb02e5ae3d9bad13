import { words } from "../words/payment";
import { providerName } from "./order_words";

interface ProviderChoiceProps {
  providers: readonly string[];
  chosen: string;
  onChoose: (provider: string) => void;
}

/** Shown only if there is more than one provider. */
export function ProviderChoice({ providers, chosen, onChoose }: ProviderChoiceProps) {
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
          <span>{providerName(provider)}</span>
        </label>
      ))}
    </fieldset>
  );
}
