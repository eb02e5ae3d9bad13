import { useState } from "preact/hooks";

import type { ApiError } from "../../core/api";
import { ErrorNotice } from "../../core/page";
import { words as common } from "../../words/admin";
import { words as changes } from "../../words/admin_changes";
import { words as messages } from "../../words/admin_messages";
import { words as all } from "../../words/admin_office";
import { ask } from "../ask";
import { useEventConsole } from "../change/event_console";
import { FindingCell } from "./finding_cell";
import { Chip, Panel, Table, Trouble } from "../pieces";
import { usePolled } from "../polled";
import type { Preflight as Checks } from "../types";

const words = all.preflight;
const CHECKS_EVERY_MS = 10_000;
/** Long, because the providers are called one after the other. */
const PURCHASE_MS = 60_000;

type Check = Checks["checks"][number];

/** A step of a test purchase is also named after its provider. */
function nameOf({ name, values }: Check): string {
  const step = words.steps[values?.step as keyof typeof words.steps];
  if (step) return `${values?.provider} ${step}`;
  return words.names[name as keyof typeof words.names] ?? name;
}

function orderOf({ values }: Check): string | undefined {
  return typeof values?.order === "string" ? values.order : undefined;
}

const CHIPS = { ok: "good", warning: "attention", "no-go": "bad" } as const;

function Result({ check, onAccept }: { check: Check; onAccept?: ((name: string) => void) | undefined }) {
  const { level, accepted, name } = check;
  return (
    <td>
      <Chip level={CHIPS[level]}>
        {words.levels[level]}
        {accepted && ` (${words.accepted})`}
      </Chip>{" "}
      {level === "warning" && onAccept && (
        <button type="button" class="quiet" onClick={() => onAccept(name)}>
          {accepted ? words.takeBack : words.accept}
        </button>
      )}
    </td>
  );
}

interface CheckListProps {
  checks: Checks["checks"];
  caption: string;
  /** Accepts a warning, or revokes the acceptance. */
  onAccept?: (name: string) => void;
}

function CheckList({ checks, caption, onAccept }: CheckListProps) {
  const bad = checks.filter(({ ok }) => !ok);
  return (
    <Table caption={caption} heads={[words.result, words.check, words.finding]}>
      {[...bad, ...checks.filter(({ ok }) => ok)].map((check) => (
        <tr key={check.name}>
          <Result check={check} onAccept={onAccept} />
          <th scope="row">{nameOf(check)}</th>
          <FindingCell texts={messages.preflight} told={[check]} prose={check.detail} after={orderOf(check)} />
        </tr>
      ))}
    </Table>
  );
}

/** Charges and refunds a small amount with each payment provider. */
function Purchase({ eventKey }: { eventKey: string }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [steps, setSteps] = useState<Checks["checks"] | null>(null);
  const buy = async () => {
    setBusy(true);
    const path = "/api/admin/preflight/{key}/purchase";
    const answer = await ask("post", path, { params: { key: eventKey }, timeoutMs: PURCHASE_MS });
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    // The steps of the purchase are named after their provider: "demo refund".
    if (answer.ok && "checks" in answer.value)
      setSteps(answer.value.checks.filter(({ name }) => name.includes(" ")));
  };
  return (
    <Panel title={changes.testPurchase.title}>
      <p class="soft">{changes.testPurchase.about}</p>
      <button type="button" disabled={busy} onClick={() => void buy()}>
        {busy ? words.buying : words.buy}
      </button>
      <div aria-live="polite">
        {error && <ErrorNotice error={error} />}
        {steps &&
          (steps.length > 0 ? (
            <CheckList checks={steps} caption={changes.testPurchase.title} />
          ) : (
            <p>{words.noProviders}</p>
          ))}
      </div>
    </Panel>
  );
}

/** The go or no-go decision with its reasons. */
export function Preflight() {
  const { eventKey } = useEventConsole();
  // Acceptances are not stored: the next visitor of the page must check again.
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const accept = accepted.join(",");
  const query = accept ? { accept } : {};
  const checks = usePolled(
    () => ask("get", "/api/admin/preflight/{key}", { params: { key: eventKey }, query }),
    CHECKS_EVERY_MS,
    [eventKey, accept],
  );
  const toggle = (name: string) =>
    setAccepted(accepted.includes(name) ? accepted.filter((one) => one !== name) : [...accepted, name]);
  const found = checks.value;
  return (
    <>
      <Trouble error={checks.error} />
      <Panel title={words.title}>
        {!found && <p class="soft">{common.loading}</p>}
        {found && (
          <>
            <p class="headline">
              <Chip level={found.go ? "good" : "bad"}>
                <span class="huge">{found.go ? words.go : words.noGo}</span>
              </Chip>
            </p>
            <CheckList checks={found.checks} caption={words.title} onAccept={toggle} />
            <button type="button" class="quiet" onClick={checks.refresh}>
              {words.again}
            </button>
          </>
        )}
      </Panel>
      <Purchase eventKey={eventKey} />
    </>
  );
}
