import { ownPath, pathValue, show } from "../core/page";
import { App } from "./app";

// Imported after the styles of every page, which they override. A page that is loaded later has no
// style of its own, so the style of the review is included here.
import "../payment/payment.css";
import "./seats.css";

show(<App eventId={pathValue("/events/{id}")} standingPage={ownPath().endsWith("/book")} />);
