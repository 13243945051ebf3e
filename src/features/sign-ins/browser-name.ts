import type { Translate } from '../../i18n/translate.ts'
import type { Browser } from '../../lib/text/user-agent.ts'

/** Returns what a coach calls a browser, such as "Chrome on Android". */
export const getBrowserName = ({ browser, system }: Browser, t: Translate): string =>
  browser !== null && system !== null
    ? t('signIns.browserOn', { browser, system })
    : (browser ?? system ?? t('signIns.unknown'))
