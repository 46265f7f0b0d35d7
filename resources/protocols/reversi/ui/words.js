/** The board's texts by language. */
const languages = {
  en: {
    title: 'Reversi',
    choose: ['Your move.', 'Choose a cell.'],
    turn: (own) => (own ? 'Your move.' : 'Their move.'),
    pass: 'Pass',
    mustPass: ['No legal move.', 'You have to pass.'],
    passed: (own) => (own ? 'You had to pass.' : 'They had to pass.'),
    over: { own: 'You won.', their: 'They won.', draw: 'A draw.', none: 'Unfinished.' },
    final: (own, their) => `${own} to ${their} discs.`,
    scores: (own, their) => `You have ${own}, they have ${their}.`,
    placed: (own, cell, turned) => `${own ? 'You' : 'They'} placed ${cell} and turned ${turned}.`,
    /** `d3, empty, turns 2` */
    cell(name, disc, turned) {
      if (disc) return `${name}, ${disc === 'own' ? 'yours' : 'theirs'}`;
      return turned > 0 ? `${name}, empty, turns ${turned}` : `${name}, empty`;
    },
  },
  'zh-CN': {
    title: '黑白棋',
    choose: ['轮到你了。', '请选一格。'],
    turn: (own) => (own ? '轮到你了。' : '轮到对方。'),
    pass: '停一手',
    mustPass: ['无处可下。', '只能停一手。'],
    passed: (own) => (own ? '你只能停一手。' : '对方只能停一手。'),
    over: { own: '你赢了。', their: '对方赢了。', draw: '平局。', none: '未下完。' },
    final: (own, their) => `${own} 比 ${their}。`,
    scores: (own, their) => `你有 ${own} 子，对方有 ${their} 子。`,
    placed: (own, cell, turned) => `${own ? '你' : '对方'}下在 ${cell}，翻转 ${turned} 子。`,
    cell(name, disc, turned) {
      if (disc) return `${name}，${disc === 'own' ? '你的棋子' : '对方的棋子'}`;
      return turned > 0 ? `${name}，空格，可翻转 ${turned} 子` : `${name}，空格`;
    },
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
