/** Plays notes with Web Audio. */
import type { Note } from './cues.ts';

let context: AudioContext | null = null;

/** Does nothing before the first user interaction: browsers block sound until then. */
export function playNotes(notes: readonly Note[]): void {
  if (notes.length === 0 || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    const { state } = context;
    if (state === 'suspended') void context.resume().catch(() => {});
    for (const note of notes) scheduleNote(context, note);
  } catch {
    // No audio device.
  }
}

function scheduleNote(audio: AudioContext, { frequency, startSeconds, durationSeconds, gain }: Note): void {
  const start = audio.currentTime + startSeconds;
  const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency });
  const envelope = new GainNode(audio, { gain: 0 });
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(gain, start + 0.01);
  envelope.gain.exponentialRampToValueAtTime(0.0001, start + durationSeconds);
  oscillator.connect(envelope).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + durationSeconds + 0.02);
}
