import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type SaleEvent = Schemas["Event"];
export type QueueAnswer = Schemas["QueueAnswer"];
export type OrderProof = Schemas["OrderProof"];
