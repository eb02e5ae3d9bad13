/** The bell of the turn. Browsers let a page sound only after the guest has touched it. */
let context: AudioContext | null = null;

/** Three rising notes, in hertz: short, clear, and not the sound of anything else. */
const NOTES = [659, 784, 988];
const NOTE_S = 0.22;
const LOUDNESS = 0.3;
const VIBRATION_MS = [300, 120, 300, 120, 500];

/** To be called while the guest touches the page; false where there is no sound to be had. */
export function allowSound(): boolean {
  if (typeof AudioContext === "undefined") return false;
  context ??= new AudioContext();
  void context.resume();
  return true;
}

/** The first touch of the page, of whatever, allows the bell. */
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

/** Rings and shakes, as far as the device and the guest allow. */
export function ring(): void {
  navigator.vibrate?.(VIBRATION_MS);
  const audio = context;
  if (audio) NOTES.forEach((note, i) => play(audio, note, audio.currentTime + i * NOTE_S));
}
