import { expect, test } from 'vitest'
import { toPlainName } from './plain-name.ts'

test.each([
  [' Ana\r\nLima ', 'Ana Lima'],
  ['\u2068Ana\u2069 \u202ELima\u202C', 'Ana Lima'],
  ['Ana\u0007\tLima\u2028Reis', 'Ana Lima Reis'],
  ['\u200B \n\u3164', ''],
  ['דנה O’Neill 👩🏽‍🏫', 'דנה O’Neill 👩🏽‍🏫'],
])('%j becomes %j', (name, plain) => expect(toPlainName(name)).toBe(plain))
