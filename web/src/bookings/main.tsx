import { ownPath, pathValue, show } from "../core/page";
import { BookingPage } from "./booking_page";
import { BookingsPage } from "./bookings_page";

const number = ownPath().startsWith("/bookings/") ? pathValue("/bookings/{number}") : "";

show(number ? <BookingPage number={number} /> : <BookingsPage />);
