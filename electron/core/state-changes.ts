import type { AppState, Bridge } from '../../shared/bridge/contract.ts';
import type { Emit } from '../../shared/bridge/define.ts';

/** Returns a function that emits the state, unless it equals the last one. */
export function createStateEmitter(emit: Emit<Bridge>): (state: AppState) => void {
  let lastText = '';
  return (state) => {
    const text = JSON.stringify(state);
    if (text === lastText) return;
    lastText = text;
    emit('app', 'changed', state);
  };
}
