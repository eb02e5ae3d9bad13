import type { Translated } from "../core/words";

export const en = {
  minutes: "{n} more {n|minute|minutes}",
  seconds: "{n} more {n|second|seconds}",
  withKey: "{more} (key T)",
  withAlt: "{more} (Alt+T)",
  offer: "Little time is left. You can have {more}: press T, or the button beside the clock.",
  offerAlt: "Little time is left. You can have {more}: press Alt+T, or the button beside the clock.",
  asking: "One moment…",
  given: "You have {more}.",
  givenLeft: "You have {more}. {time} left.",
  keyOff: "Turn key T off",
  keyOn: "Turn key T on",
  policy: "When time runs short while you choose or pay, you can ask for {more}, up to {n} times, with one key or button.",
  policyOnce: "When time runs short while you choose or pay, you can ask once for {more}, with one key or button.",
};

export const ko: Translated<typeof en> = {
  minutes: "{n}분 더",
  seconds: "{n}초 더",
  withKey: "{more} (T 키)",
  withAlt: "{more} (Alt+T)",
  offer: "시간이 얼마 남지 않았습니다. T 키나 시계 옆 버튼을 누르면 {more} 쓸 수 있습니다.",
  offerAlt: "시간이 얼마 남지 않았습니다. Alt+T나 시계 옆 버튼을 누르면 {more} 쓸 수 있습니다.",
  asking: "잠시만요…",
  given: "{more} 쓸 수 있습니다.",
  givenLeft: "{more} 쓸 수 있습니다. 남은 시간 {time}.",
  keyOff: "T 키 끄기",
  keyOn: "T 키 켜기",
  policy: "좌석을 고르거나 결제하다가 시간이 부족하면 키 하나나 버튼으로 {more} 쓸 수 있으며, 최대 {n}번까지 가능합니다.",
  policyOnce: "좌석을 고르거나 결제하다가 시간이 부족하면 키 하나나 버튼으로 한 번 {more} 쓸 수 있습니다.",
};

export const words = __LANG__ === "ko" ? ko : en;
