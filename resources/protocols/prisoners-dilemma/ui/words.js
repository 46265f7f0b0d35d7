/** The board's texts by language. */
const languages = {
  en: {
    title: "Iterated Prisoner's Dilemma",
    alreadySealed: 'Your move is sealed already.',
    numbers: 'Keys 1 and 2 pick a move.',
    rounds: 'Rounds so far',
    arena: 'The moves',
    own: 'You',
    move: { cooperate: 'cooperate', defect: 'defect' },
    payoffs: {
      cooperate: (both, alone) => `${both} if both do, ${alone} if only you`,
      defect: (both, alone) => `${alone} if only you, ${both} if both do`,
    },
    choice: (move, payoffs) => `${move}: ${payoffs}`,
    past: (number, own, name, their, points, theirPoints) =>
      `Round ${number}: you ${own}, ${name} ${their}s. ${points} for you, ${theirPoints} for ${name}.`,
    pick: 'You pick',
    hidden: 'Stays hidden',
    sealed: 'Sealed',
    empty: ['Your move', 'Their move'],
    points: (points) => (points === 1 ? '+1 point' : `+${points} points`),
    score: (own, their) => `${own} to ${their} points.`,
    round: (number, total) => `Round ${number} of ${total}`,
    choose: 'Cooperate or defect?',
    wait: ['Your move is sealed. ', 'Both are revealed together.'],
    story: {
      'cooperate cooperate': () => 'Both cooperated. ',
      'defect defect': () => 'Both defected. ',
      'cooperate defect': (name) => `${name} defected alone. `,
      'defect cooperate': () => 'You defected alone. ',
    },
  },
  'zh-CN': {
    title: '重复囚徒困境',
    alreadySealed: '你的选择已经密封。',
    numbers: '请按 1 或 2 选择。',
    rounds: '已进行的回合',
    arena: '双方的选择',
    own: '你',
    move: { cooperate: '合作', defect: '背叛' },
    payoffs: {
      cooperate: (both, alone) => `双方合作得 ${both}，仅你合作得 ${alone}`,
      defect: (both, alone) => `仅你背叛得 ${alone}，双方背叛得 ${both}`,
    },
    choice: (move, payoffs) => `${move}：${payoffs}`,
    past: (number, own, name, their, points, theirPoints) =>
      `第 ${number} 回合：你${own}，${name}${their}。你得 ${points} 分，${name}得 ${theirPoints} 分。`,
    pick: '你选了',
    hidden: '仍然保密',
    sealed: '已密封',
    empty: ['你的选择', '对方的选择'],
    points: (points) => `得 ${points} 分`,
    score: (own, their) => `${own} 比 ${their} 分。`,
    round: (number, total) => `第 ${number}/${total} 回合`,
    choose: '合作还是背叛？',
    wait: ['你的选择已密封。', '双方同时揭晓。'],
    story: {
      'cooperate cooperate': () => '双方合作。',
      'defect defect': () => '双方背叛。',
      'cooperate defect': (name) => `${name}独自背叛。`,
      'defect cooperate': () => '只有你背叛。',
    },
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
