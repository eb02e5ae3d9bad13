// In Node.js 18, the version of Debian 12, the browsers' `crypto` is in a module.
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto;
