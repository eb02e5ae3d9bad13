import { ownPath, pathValue, show } from "../core/page";
import { App } from "./app";

// After the styles of every page, so that these refine them. A page that is fetched later brings
// no style of its own: the review's comes with this one.
import "../payment/payment.css";
import "./seats.css";

show(<App eventId={pathValue("/events/{id}")} standingPage={ownPath().endsWith("/book")} />);
