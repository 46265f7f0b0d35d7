/** Plays a table in the terminal: prints its events and prompts for decisions. */
import { createInterface } from 'node:readline/promises';
import { inBackground } from '../../shared/background.ts';
import type { Table } from '../../shared/bridge/contract.ts';
import type { Role, Winner } from '../../shared/tables/hooks.ts';
import { type TypedProblem, typedAnswer, typedProblem } from '../../shared/tables/typed-answer.ts';
import type { BridgeClient } from '../owner/attach.ts';
import { deprecationData, deprecationText, findDeprecation } from './deprecations.ts';
import { bold, dim, localTime } from './output/layout.ts';
import { type OutputFlags, printEvent } from './output/print.ts';
import { printable, printableLines, terminalText } from './output/terminal.ts';
import { isSettled, type TableOutput } from './play-table.ts';

type Step = Table['steps'][number]['id'];

const stepTexts: Record<Step, string> = {
  invitation: 'Reading the invitation',
  not_own: 'Checking that it is not your own',
  terms: 'Checking the terms',
  binding: 'Checking the host’s signature',
  protocol: 'Getting the rules',
  connect: 'Connecting to the host',
  handshake: 'Agreeing on the session',
  lifecycle: 'Playing',
};

const outcomeTexts = { won: 'You won.', lost: 'You lost.', drawn: 'A draw.', none: 'The table has ended.' };

export function terminalOutput(bridge: BridgeClient, flags: OutputFlags): TableOutput {
  let step = '';
  let movesPrinted = 0;
  let lastTalkNumber = 0;
  let promptedKey = '';
  let draw: Table['draw'] = 'none';
  let peerSilent = false;
  let awayMs = 0;
  let resultPrinted = false;
  let checkedProtocol = '';

  function checkProtocol(protocol_id: string): void {
    if (protocol_id === '' || protocol_id === checkedProtocol) return;
    checkedProtocol = protocol_id;
    const noted = findDeprecation(bridge, protocol_id).then((found) => {
      if (found) printEvent(flags, 'protocol_deprecated', deprecationData(found), deprecationText(found));
    });
    inBackground('deprecation', noted);
  }

  function printResult({ result, role, table_id }: Table): void {
    if (!result || resultPrinted) return;
    resultPrinted = true;
    const { outcome, state, rating, conceded, agreed, told, reason } = result;
    const ratings = rating ? { before: rating.mine.before, after: rating.mine.after } : {};
    const concession = conceded ? { conceded_by: conceded.by, conceded_code: conceded.code } : {};
    const agreement = agreed ? { agreed } : {};
    const cause = conceded
      ? concessionText(conceded, role)
      : agreed
        ? 'Both sides agreed to it.'
        : reason === null
          ? state === 'unsaid'
            ? unsaidText(table_id, told?.winner)
            : ''
          : printable(reason);
    const ratingText = rating ? ` Your rating: ${rating.mine.before} → ${rating.mine.after}.` : '';
    const text = `${bold(outcomeTexts[outcome])}${cause && ` ${cause}`}${ratingText} ${dim(`(${state})`)}`;
    printEvent(
      flags,
      'result',
      {
        outcome,
        state,
        ...(reason === null ? {} : { reason }),
        ...concession,
        ...agreement,
        ...(told ? { told } : {}),
        ...ratings,
      },
      text,
    );
  }

  return {
    onInvited({ post_id, protocol_id, protocol_name }) {
      printEvent(
        flags,
        'invite_created',
        { post_id },
        `Your table of ${printable(protocol_name)} is open and waits for a guest, who joins with:\n  parlor join ${post_id}`,
      );
      checkProtocol(protocol_id);
    },
    onRenewed: () => {},
    onStarted({ table_id, role, peer }) {
      if (role !== 'host') return;
      printEvent(flags, 'peer_joined', { table_id }, `${printable(peer.nickname)} has joined.`);
    },
    onChanged(table) {
      const { role, peer } = table;
      checkProtocol(table.protocol.protocol_id);
      const nameOf = (by: Role) => (by === role ? 'You' : printable(peer.nickname));
      const currentStep = table.steps.find(({ state }) => state === 'now')?.id;
      if (currentStep !== undefined && currentStep !== step && table.phase === 'joining') {
        printEvent(flags, 'step', { step: currentStep }, dim(stepTexts[currentStep]));
      }
      step = currentStep ?? '';
      for (; movesPrinted < table.moves.length; movesPrinted += 1) {
        const { by, text, origin } = table.moves[movesPrinted]!;
        const decidedBy = origin === null || origin === 'you' ? '' : ` ${dim(`(${origin})`)}`;
        printEvent(
          flags,
          'move',
          { by, text, ...(origin ? { origin } : {}) },
          `${nameOf(by)}: ${printable(text)}${decidedBy}`,
        );
      }
      for (const { number, by, text } of table.talk) {
        if (number > lastTalkNumber) {
          printEvent(flags, 'said', { by, text }, `${bold(nameOf(by))}: ${printableLines(text)}`);
        }
        lastTalkNumber = Math.max(lastTalkNumber, number);
      }
      const { quiet_since, gives_up_at, kind, returning } = table.connection;
      if (peerSilent !== (quiet_since !== null) && table.phase === 'playing') {
        peerSilent = !peerSilent;
        const deadlineText = gives_up_at === null ? '' : ` The table ends at ${localTime(gives_up_at)} without them.`;
        if (peerSilent) {
          const text = returning
            ? `Parlor was restarted and is reconnecting to ${nameOf(peerOf(role))}.${deadlineText}`
            : `${nameOf(peerOf(role))} does not answer.${deadlineText}`;
          printEvent(flags, 'peer_unresponsive', { connection: kind, gives_up_at }, text);
        } else printEvent(flags, 'peer_resumed', { connection: kind }, `${nameOf(peerOf(role))} is back.`);
      }
      if (table.draw !== draw && table.draw === 'asked') {
        const text = `${nameOf(peerOf(role))} offers a draw: parlor session draw ${table.table_id} --accept, or --decline`;
        printEvent(flags, 'draw_offered', {}, text);
      } else if (table.draw !== draw && table.draw === 'declined')
        printEvent(flags, 'draw_declined', {}, `${nameOf(peerOf(role))} declined the draw.`);
      draw = table.draw;
      const { own } = table.absence;
      if (own !== null && own.used_ms > awayMs && table.phase === 'playing') {
        const [used, left] = [own.used_ms, own.allowed_ms - own.used_ms].map((ms) => `${Math.ceil(ms / 1000)} s`);
        const text = `You were away for ${used}. ${nameOf(peerOf(role))} waits ${left} more in all.`;
        printEvent(flags, 'own_absence', own, text);
      }
      awayMs = own?.used_ms ?? 0;
      if (table.ask && table.ask.key !== promptedKey && table.control_mode !== 'autonomous' && process.stdin.isTTY) {
        promptedKey = table.ask.key;
        // The question may be over meanwhile.
        promptAtTerminal(bridge, table).catch(() => {});
      }
      if (isSettled(table)) printResult(table);
    },
    onReportFailed: (session_id, error) =>
      printEvent(
        flags,
        'session_close_failed',
        { session_id, error },
        `The end of the table could not be reported to the community yet; the next start retries. (${error})`,
      ),
    async onEnded(table) {
      if (table) printResult(table);
    },
  };
}

const peerOf = (role: Role): Role => (role === 'host' ? 'guest' : 'host');

/** What is missing for points after a game that was played by hand. */
function unsaidText(table_id: string, claimed: Winner | null | undefined): string {
  const claim = claimed ? `The other side says: ${claimed === 'draw' ? 'a draw' : `the ${claimed} won`}. ` : '';
  return `${claim}Nothing on this side knows who won. Say it with: parlor session say-result ${table_id} --winner <side>.`;
}

function concessionText({ by, code }: { by: Role; code: string }, role: Role): string {
  const side = by === role ? 'You' : 'The other side';
  return code === 'resigned' ? `${side} resigned.` : `${side} ran out of time.`;
}

function typedProblemText(problem: TypedProblem): string {
  if (problem.kind === 'too_long') return `Too long by ${problem.over} characters.`;
  if (problem.kind === 'malformed') return 'The text has characters that cannot be sent.';
  const { kind, value, min, max } = problem;
  const reasons = {
    not_number: 'is not a number',
    not_whole: 'is not a whole number',
    too_small: `is less than ${min}`,
    too_big: `is more than ${max}`,
  };
  return `${printable(value)} ${reasons[kind]}. Enter a number from ${min} to ${max}.`;
}

/** Asks again, with the reason, until the answer is legal. */
async function promptAtTerminal(bridge: BridgeClient, table: Table): Promise<void> {
  const { ask, table_id } = table;
  if (!ask) return;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const choiceList = ask.choices.map(({ label }, index) => `  ${index + 1} ${printable(label)}`).join('\n');
    const entryPrompt = ask.entry ? 'Number of a choice, or your own answer: ' : 'Number of your choice: ';
    const input = await terminal.question(terminalText(`${ask.prompt}\n${choiceList}\n${entryPrompt}`));
    const { entry } = ask;
    const answer = ask.choices[Number(input) - 1]?.value ?? (entry ? typedAnswer(entry, input) : null);
    if (answer !== null) return void (await bridge.tables.answer({ table_id, key: ask.key, answer }));
    const problem = entry ? typedProblem(entry, input) : null;
    terminal.write(`${problem ? typedProblemText(problem) : 'That is not one of the choices.'}\n`);
    await promptAtTerminal(bridge, table);
  } finally {
    terminal.close();
  }
}
