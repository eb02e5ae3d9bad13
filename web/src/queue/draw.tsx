import { useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { call } from "../core/api";
import { number } from "../core/format";
import { ErrorNotice } from "../core/page";
import type { OrderProof } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/queue";
import { notedCommitment } from "./commitment";
import type { DrawCheck } from "./draw_proof";
import { checkDraw } from "./draw_proof";

type State =
  | { is: "idle" | "checking" }
  | { is: "failed"; error: ApiError }
  | { is: "checked"; proof: OrderProof; check: DrawCheck | null };

const TEXTS = [
  ["committed", words.drawCommittedYes, words.drawCommittedNo],
  ["secret", words.drawSecretYes, words.drawSecretNo],
  ["member", words.drawMemberYes, words.drawMemberNo],
  ["place", words.drawPlaceYes, words.drawPlaceNo],
] as const;

function Result({ proof, check }: { proof: OrderProof; check: DrawCheck | null }) {
  const receipt = proof.receipt;
  if (!check || !receipt) return <p role="status">{words.drawNoReceipt}</p>;
  const good = TEXTS.every(([name]) => check[name] !== false);
  const values = {
    number: number(receipt.number),
    place: number(receipt.place),
    count: number(proof.memberCount ?? 0),
  };
  return (
    <div role="status">
      <p>{fill(words.drawReceipt, values)}</p>
      <ul class="checks">
        {TEXTS.filter(([name]) => check[name] !== null).map(([name, yes, no]) => (
          <li key={name} class={check[name] ? "good" : "bad"}>{check[name] ? yes : no}</li>
        ))}
      </ul>
      <p><strong>{good ? words.drawGood : words.drawBad}</strong></p>
      <p class="soft small">{words.drawMore}</p>
    </div>
  );
}

/** Recomputes the draw on this device and compares the result. */
export function CheckMyPlace({ eventId }: { eventId: string }) {
  const [state, setState] = useState<State>({ is: "idle" });
  const check = async () => {
    setState({ is: "checking" });
    const answer = await call("get", "/api/queue/order/{eventId}", {
      params: { eventId },
      query: { receipt: "1" },
    });
    if (!answer.ok) return setState({ is: "failed", error: answer.error });
    const result = await checkDraw(answer.value, notedCommitment(eventId));
    setState({ is: "checked", proof: answer.value, check: result });
  };
  return (
    <div>
      {state.is === "failed" && <ErrorNotice error={state.error} />}
      {state.is === "checked" && <Result proof={state.proof} check={state.check} />}
      {state.is === "checking" && <p role="status">{words.drawChecking}</p>}
      {state.is !== "checked" && (
        <button type="button" class="quiet" disabled={state.is === "checking"} onClick={check}>
          {words.drawCheck}
        </button>
      )}
    </div>
  );
}
