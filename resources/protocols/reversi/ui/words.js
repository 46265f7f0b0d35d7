/** The board's texts by language. */
const languages = {
  en: {
    title: 'Reversi',
    turn: (own) => (own ? 'Your move.' : 'Their move.'),
    pass: 'Pass',
    mustPass: ['No legal move.', 'You have to pass.'],
    passed: (who) => `${who ?? 'You'} had to pass.`,
    final: 'Nobody can move.',
    you: 'You',
    they: 'They',
    taken: (cell) => `${cell} is taken.`,
    turnsNothing: (cell) => `${cell} turns nothing over.`,
    scores: (own, name, their) => `You have ${own}, ${name} has ${their}.`,
    placed: (who, cell, turned) => `${who ?? 'You'} placed ${cell} and turned ${turned}.`,
    /** `d3, empty, turns 2` */
    cell(name, disc, turned) {
      if (disc) return `${name}, ${disc === 'own' ? 'yours' : 'theirs'}`;
      return turned > 0 ? `${name}, empty, turns ${turned}` : `${name}, empty`;
    },
  },
  'zh-CN': {
    title: '黑白棋',
    turn: (own) => (own ? '轮到你了。' : '轮到对方。'),
    pass: '停一手',
    mustPass: ['无处可下。', '只能停一手。'],
    passed: (who) => `${who ?? '你'}只能停一手。`,
    final: '双方都无处可下。',
    you: '你',
    they: '对方',
    taken: (cell) => `${cell} 已有棋子。`,
    turnsNothing: (cell) => `下在 ${cell} 翻不了任何棋子。`,
    scores: (own, name, their) => `你有 ${own} 子，${name}有 ${their} 子。`,
    placed: (who, cell, turned) => `${who ?? '你'}下在 ${cell}，翻转 ${turned} 子。`,
    cell(name, disc, turned) {
      if (disc) return `${name}，${disc === 'own' ? '你的棋子' : '对方的棋子'}`;
      return turned > 0 ? `${name}，空格，可翻转 ${turned} 子` : `${name}，空格`;
    },
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
