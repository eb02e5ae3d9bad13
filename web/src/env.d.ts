/** The language of this bundle. Every page is built once per language. */
declare const __LANG__: "en" | "ko";

declare module "*.css";
