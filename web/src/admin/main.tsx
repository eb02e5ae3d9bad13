import { Frame, show } from "../core/page";

show(<Frame title="Onsale">…</Frame>);
