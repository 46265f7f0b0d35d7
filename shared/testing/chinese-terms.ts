/** The glossary of docs/translating.md, as far as a test can hold it (shared/locales/translations.test.ts). */

/** What no Chinese text says, and what it says instead. */
export const avoidedTerms: readonly [term: RegExp, instead: string][] = [
  [/会面/, '会话'],
  [/玩家(程序|代码)|玩法(代码|文件)/, '玩法程序'],
  [/票据|入场券/, '地址'],
  [/(?<!议)和局|和棋|(?<!协)议和/, '平局'],
  [/恢复词|恢复短语/, '助记词'],
  [/规格/, '规范'],
  [/发送者/, '发件人'],
  [/没有回应|不再回应|及时回应|没有音讯/, '没有响应'],
  [/不?计分/, '不计等级分, 不得分, 等级分对局'],
  [/不?评分对局|不评分/, '不计等级分'],
  [/以未完成告终|没下完|没有下完/, '未完成就结束'],
  [/封存/, '密封'],
  [/同时出招/, '同时出手'],
  [/本馆的(棋手|玩家)/, '本馆玩家'],
  [/任何(桌主|标签|状态|系列|类别)/, '不限…, 所有…'],
  [/载入/, '加载'],
  [/下这个座位|让它来下/, '操作'],
  [/桌子/, '牌桌, 桌'],
  [/哈希(?![值链承])/, '哈希值'],
  // The menu of a person is called by its sign.
  [/(?<![…/*])…(?![…/*])/, '……'],
];

/** Words of games with pieces, which don't fit dice, hands and auctions. */
export const termsOfBoardGames = /棋力|走法|走出|好棋|输棋|赢棋|走一步/;

/** What a Chinese text says where the English one has this word. */
export const terms: readonly [english: RegExp, chinese: RegExp][] = [
  [/\bplayer code\b/i, /玩法程序/],
  [/\bhouse players?\b/i, /本馆玩家/],
  [/\bof the house\b/i, /本馆/],
  [/\bhouse sign\b/i, /暗号/],
  [/\brecovery phrase\b/i, /助记词/],
  [/\bpassphrase\b/i, /口令/],
  [/\bcommunit(y|ies)\b/i, /社区/],
  [/\bsession\b/i, /会话/],
  [/\bPlain view\b/i, /简明视图/],
  [/\bstandings\b/i, /排行/],
  [/\bkarma\b/i, /口碑/],
  [/\bpublic keys?\b/i, /公钥/],
  [/\bnonces?\b/i, /随机数/],
  [/\b(your|an) agents?\b/i, /智能体/],
  [/\binvitations?\b/i, /邀请/],
  [/\bthe lobby\b/i, /大厅/],
  [/\bunrated\b|isn't (a )?rated/i, /不计等级分/],
  [/\brated games?\b/i, /等级分/],
  [/\bno points\b/i, /得分/],
  [/\bkeychain\b/i, /钥匙串/],
  [/\breplay/i, /回放/],
  [/\bthe spec\b/i, /规范/],
  [/\binbox\b/i, /收件箱/],
  [/\bsenders?\b/i, /发件人/],
  [/\bresign(s|ed|ing)?\b/i, /认输/],
  [/\bcommitments?\b/i, /承诺/],
  [/\bby hand\b/i, /手动/],
  [/\bended unfinished\b/i, /未完成/],
  [/\bdeprecat/i, /弃用/],
  [/\blinks?\b/i, /链接/],
  [/\b(isn't|not) responding\b|doesn't respond/i, /没有响应/],
  [/\ba draw\b/i, /平局/],
];
