import type { Translated } from "../core/words";

/** Common price types. Sellers may name others, which are shown unchanged. */
export const en = {
  adult: "Adult",
  youth: "Youth",
  child: "Child",
  senior: "Senior",
  student: "Student",
  disability: "Disability",
  veteran: "Veteran",
};

export const ko: Translated<typeof en> = {
  adult: "일반",
  youth: "청소년",
  child: "어린이",
  senior: "경로",
  student: "학생",
  disability: "장애인",
  veteran: "국가유공자",
};

export const words = __LANG__ === "ko" ? ko : en;
