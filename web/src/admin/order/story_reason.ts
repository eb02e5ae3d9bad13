import { words as common } from "../../words/admin";
import { words as messages } from "../../words/admin_messages";

// Each sentence has its own kind of reason.
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_declined: common.overview.reasonsOfDecline,
  order_ended: messages.endReasons,
  refund_requested: messages.refundReasons,
};

/** The text of a reason, or the server's code if it is unknown. */
export function reasonText(sentence: string, reason: string): string {
  const texts = REASONS[sentence] ?? {};
  return Object.hasOwn(texts, reason) ? texts[reason] ?? reason : reason;
}
