/** The bell at the turn. Browsers allow sound only after the guest has interacted with the page. */
let context: AudioContext | null = null;

/** Three rising notes, in hertz: short, clear, and distinctive. */
const NOTES = [659, 784, 988];
const NOTE_S = 0.22;
const LOUDNESS = 0.3;
const VIBRATION_MS = [300, 120, 300, 120, 500];

/** Must be called during an interaction of the guest. Returns false if there is no sound. */
export function allowSound(): boolean {
  if (typeof AudioContext === "undefined") return false;
  context ??= new AudioContext();
  void context.resume();
  return true;
}

/** The first interaction with the page enables the bell. */
export function allowSoundAtFirstTouch(): () => void {
  const touched = () => void allowSound();
  const options = { once: true, capture: true };
  addEventListener("pointerdown", touched, options);
  addEventListener("keydown", touched, options);
  return () => {
    removeEventListener("pointerdown", touched, options);
    removeEventListener("keydown", touched, options);
  };
}

function play(audio: AudioContext, note: number, at: number): void {
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.frequency.value = note;
  volume.gain.setValueAtTime(LOUDNESS, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE_S * 2);
  voice.connect(volume).connect(audio.destination);
  voice.start(at);
  voice.stop(at + NOTE_S * 2);
}

/** Rings and vibrates if the device and the guest allow it. */
export function ring(): void {
  navigator.vibrate?.(VIBRATION_MS);
  const audio = context;
  if (audio) NOTES.forEach((note, i) => play(audio, note, audio.currentTime + i * NOTE_S));
}
