import { expect, test } from 'vitest'
import { detectInstallWay } from './install-way.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0'

test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Mobile/15E148 Safari/604.1`, 5, 'ios'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/130.0 Mobile/15E148', 5, 'ios'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Safari/605.1.15`, 5, 'ios'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Safari/605.1.15`, 0, 'desktop-safari'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${blink} Safari/537.36`, 0, 'desktop-chromium'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`, 5, 'android-chromium'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 5, 'android-firefox'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 0, 'desktop-firefox'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/130.0`, 10, 'desktop-chromium'],
] as const)('%s with %i fingers installs as %s', (userAgent, maxTouchPoints, way) => {
  expect(detectInstallWay({ userAgent, maxTouchPoints })).toBe(way)
})
