import type { Translated } from "../core/words";

export const en = {
  skip: "Skip to content",
  language: "Language",
  home: "Home",
  bookings: "My bookings",
  demo: "Demo: no money moves and nothing is sold.",
  yourTime: "{time} where you are",
  errorTitle: "That did not work",
  code: "Code {code}",
  codeAndRequest: "Code {code}, request {request}",
  guestCode: "Your code for the service desk: {guest}",
  retry: "Try again",
  offline: "There is no connection. Your place and your seats are kept on the server; this page goes on by itself when the connection is back.",
  timeout: "The server did not answer in time. Nothing is lost; try again in a moment.",
  unknown: "Something went wrong on our side. Nothing is lost; try again in a moment.",
  retryAfter: "Please try again in {seconds} {seconds|second|seconds}.",
  close: "Close",
  days: "{days} d",
  minutesLeft: "{minutes} {minutes|minute|minutes} left",
  secondsLeft: "{seconds} {seconds|second|seconds} left",
};

export const ko: Translated<typeof en> = {
  skip: "본문으로 건너뛰기",
  language: "언어",
  home: "홈",
  bookings: "예매 내역",
  demo: "데모입니다. 실제 결제나 판매는 이루어지지 않습니다.",
  yourTime: "현지 시각 {time}",
  errorTitle: "처리하지 못했습니다",
  code: "코드 {code}",
  codeAndRequest: "코드 {code}, 요청 {request}",
  guestCode: "고객센터에 알려 줄 고객 코드: {guest}",
  retry: "다시 시도",
  offline: "인터넷 연결이 끊어졌습니다. 순번과 좌석은 서버에 그대로 있으며, 연결되면 자동으로 이어집니다.",
  timeout: "서버가 제때 응답하지 않았습니다. 잃은 것은 없으니 잠시 후 다시 시도해 주세요.",
  unknown: "서버에 문제가 생겼습니다. 잃은 것은 없으니 잠시 후 다시 시도해 주세요.",
  retryAfter: "{seconds}초 후에 다시 시도해 주세요.",
  close: "닫기",
  days: "{days}일",
  minutesLeft: "{minutes}분 남았습니다",
  secondsLeft: "{seconds}초 남았습니다",
};

export const words = __LANG__ === "ko" ? ko : en;
