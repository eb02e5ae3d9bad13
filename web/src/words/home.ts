import type { Translated } from "../core/words";

export const en = {
  title: "Tickets",
  heading: "On sale and coming up",
  none: "There is nothing on sale here at the moment.",
  over: "Past sales",
  look: "See the event",
};

export const ko: Translated<typeof en> = {
  title: "티켓 예매",
  heading: "판매 중·판매 예정 공연",
  none: "현재 판매 중인 공연이 없습니다.",
  over: "종료된 판매",
  look: "공연 보기",
};

export const words = __LANG__ === "ko" ? ko : en;
