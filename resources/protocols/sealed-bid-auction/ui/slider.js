import { keyOf } from './parlor-board.js';

/**
 * A slider for bids from 0 to `max`, for mouse, touch and keyboard. Calls `onPick(bid)` when a bid is chosen, and
 * `onRefuse(bid, element)` for one that is not possible.
 */
export function bidSlider(root, onPick, onRefuse) {
  const slider = root.querySelector('[role=slider]');
  let max = 0;
  let enabled = false;
  /** The bid shown; while dragging, not picked yet. */
  let bid = 0;
  let picked = false;
  let text = String;

  const show = () => {
    const isRtl = document.documentElement.dir === 'rtl';
    root.style.setProperty('--part', String(max === 0 ? 0 : bid / max));
    root.style.setProperty('--side', isRtl ? '-1' : '1');
    root.toggleAttribute('data-picked', picked);
    slider.setAttribute('aria-valuemin', '0');
    slider.setAttribute('aria-valuemax', String(max));
    slider.setAttribute('aria-valuenow', String(bid));
    slider.setAttribute('aria-valuetext', text(bid));
    slider.setAttribute('aria-disabled', String(!enabled));
    // Also before anything is picked, since the buttons step from here.
    slider.querySelector('#thumb').textContent = bid;
    for (const button of root.querySelectorAll('[data-step]')) {
      const next = bid + Number(button.dataset.step);
      button.setAttribute('aria-disabled', String(!enabled || next < 0 || next > max));
    }
  };

  const move = (next) => {
    bid = Math.max(0, Math.min(max, Math.round(next)));
    picked = true;
    show();
  };
  const choose = (next, element = slider) => {
    if (!enabled || next < 0 || next > max) return onRefuse(next, element);
    move(next);
    onPick(bid);
  };

  const bidAt = ({ clientX }) => {
    const { left, width } = slider.querySelector('#track').getBoundingClientRect();
    const part = (clientX - left) / width;
    return max * (document.documentElement.dir === 'rtl' ? 1 - part : part);
  };
  slider.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (!enabled) return onRefuse(bid, slider);
    slider.setPointerCapture(event.pointerId);
    move(bidAt(event));
  });
  slider.addEventListener('pointermove', (event) => {
    if (enabled && slider.hasPointerCapture(event.pointerId)) move(bidAt(event));
  });
  slider.addEventListener('pointerup', (event) => {
    if (slider.hasPointerCapture(event.pointerId)) choose(bid);
  });
  for (const button of root.querySelectorAll('[data-step]')) {
    button.addEventListener('click', () => choose(bid + Number(button.dataset.step), button));
  }
  slider.addEventListener('keydown', (event) => {
    const key = keyOf(event);
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const steps = { ArrowLeft: -forward, ArrowRight: forward, ArrowDown: -1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    // A large step ends at the limit; a step beyond it is refused.
    const stepped = Math.max(Math.min(bid + steps[key], Math.max(bid + 1, max)), Math.min(bid - 1, 0));
    if (steps[key]) choose(stepped);
    else if (key === 'Home') choose(0);
    else if (key === 'End') choose(max);
    else if (key === 'Enter' || key === ' ') choose(bid);
    else return;
    event.preventDefault();
  });

  return {
    /** `value`: the picked bid, or else the initial one. `text(bid)`: the spoken value. */
    update(next) {
      max = next.max;
      enabled = next.enabled;
      bid = Math.min(max, next.value);
      picked = next.picked;
      text = next.text;
      slider.setAttribute('aria-label', next.label);
      show();
    },
  };
}
