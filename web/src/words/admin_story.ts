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
  title: "이 고객의 기록",
  cut: "최근 기록만 표시됩니다.",
  nothing: "이 판매에는 이 코드의 고객이나 기록이 없습니다.",
  again: "다시 읽기",
  notFound: "‘{code}’에 해당하는 고객이 없습니다. 고객 코드는 G-로 시작하며 오류 안내에 표시됩니다.",
  unavailable: "Redis를 사용하면 고객의 기록을 조회할 수 없습니다.",
};

export const words = __LANG__ === "ko" ? ko : en;
