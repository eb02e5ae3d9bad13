import type { Translated } from "../core/words";

/** The history of one guest, by code, for the service desk. */
export const en = {
  title: "What happened to this guest",
  cut: "Only the newest part of the history is shown.",
  nothing: "No guest of this sale has this code, or nothing has happened yet.",
  again: "Read again",
  notFound: "No guest here has the code “{code}”. A guest's code begins with G-; error messages show it.",
  unavailable: "With Redis the history of a guest is not available.",
};

export const ko: Translated<typeof en> = {
  title: "이 관객에게 있었던 일",
  cut: "처음 부분은 너무 오래되어 보여 줄 수 없습니다.",
  nothing: "이 판매에는 이 코드의 관객이나 기록이 없습니다.",
  again: "다시 읽기",
  notFound: "“{code}”에 해당하는 관객이 없습니다. 관객 코드는 오류 안내에 나오는 대로 G-로 시작합니다.",
  unavailable: "대기열과 좌석을 Redis에 두면 관객의 기록은 남지 않습니다.",
};

export const words = __LANG__ === "ko" ? ko : en;
