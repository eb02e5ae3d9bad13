import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type EventSummary = Schemas["EventSummary"];
export type EventDetails = Schemas["EventDetails"];
export type Lifecycle = EventDetails["lifecycle"];
export type Line = Schemas["Line"];
export type Live = Schemas["Live"];
export type LiveHistory = Schemas["LiveHistory"];
export type Sale = Schemas["Sale"];
export type SaleSettings = Schemas["SaleSettings"];
export type SaleLeversPatch = Schemas["SaleLeversPatch"];
export type LeversPatch = Schemas["LeversPatch"];
export type Action = Schemas["ActionRequest"]["action"];
export type SeatCounts = Schemas["SeatCounts"];
export type AdminMap = Schemas["AdminMap"];
export type OrderRow = Schemas["OrderRow"];
export type OrderDetails = Schemas["OrderDetails"];
type RefundEffect = Schemas["RefundEffect"];
export type Report = Schemas["Report"];
export type Preflight = Schemas["Preflight"];
export type Parts = Schemas["Parts"];
export type Part = Schemas["Part"];
export type AuditEntry = Schemas["AuditEntry"];

/** The effect of a planned or finished change. For a refund it includes the amount. */
export type Effect = Schemas["Effect"] & { quote?: RefundEffect["quote"] };
