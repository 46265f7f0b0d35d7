import { expect, it } from 'vitest';
import { withoutHanSpaces } from './han-spaces.ts';

it('removes the spaces around Chinese names and after Chinese sentences, and no others', () => {
  expect(withoutHanSpaces('\u2068Wick\u2069 在等 \u2068五子棋\u2069 的对手。')).toBe(
    '\u2068Wick\u2069 在等\u2068五子棋\u2069的对手。',
  );
  expect(withoutHanSpaces('在等 Lantern Auction 的对手')).toBe('在等 Lantern Auction 的对手');
  expect(withoutHanSpaces('连接断开了。 交谈内容已保留')).toBe('连接断开了。交谈内容已保留');
  expect(withoutHanSpaces('想再来一局。 \u2068Anna\u2069 等待')).toBe('想再来一局。\u2068Anna\u2069 等待');
  expect(withoutHanSpaces('盘面： \u2068Parlor\u2069')).toBe('盘面：\u2068Parlor\u2069');
  expect(withoutHanSpaces('本机社区（端口 4100） 没有响应')).toBe('本机社区（端口 4100）没有响应');
  expect(withoutHanSpaces('你在 \u2068Anna\u2069 的社区（港口） 后')).toBe('你在 \u2068Anna\u2069 的社区（港口）后');
  expect(withoutHanSpaces('5 分钟 后，Parlor 会再试')).toBe('5 分钟后，Parlor 会再试');
});
