/** The language of this bundle: every page is built once for each. */
declare const __LANG__: "en" | "ko";

declare module "*.css";
