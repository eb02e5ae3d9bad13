import { useEffect, useState } from "preact/hooks";

import { show } from "../core/page";
// Imported after the core styles, which they override.
import "./admin.css";
import "./plot/plots.css";
import "./hall/hall.css";
import { words } from "../words/admin";
import { Console } from "./console";
import { forgetKey, keptKey, onKeyRefused } from "./session";
import { SignIn } from "./signin";

function Admin() {
  const [signedIn, setSignedIn] = useState(keptKey() !== "");
  const [notice, setNotice] = useState("");

  const signOut = (why: string) => {
    forgetKey();
    setNotice(why);
    setSignedIn(false);
  };
  useEffect(() => onKeyRefused(() => signOut(words.signIn.ended)), []);

  if (!signedIn) return <SignIn notice={notice} onSignedIn={() => setSignedIn(true)} />;
  return <Console onSignOut={() => signOut("")} />;
}

show(<Admin />);
