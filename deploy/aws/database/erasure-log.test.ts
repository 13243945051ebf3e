import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import {
  erasedMessage,
  readLog,
  roleGivenMessage,
  signedOutMessage,
  signInEndedMessage,
} from '../../../server/db/restore/replay-log.ts'
import { logRetention } from '../server.ts'
import { product, findProperties } from '../testing/templates.ts'
import { erasurePattern } from './erasure-log.ts'

describe('the log of erasures', () => {
  const forwarder = findProperties(product, 'AWS::Lambda::Function').find(({ Code }) =>
    JSON.stringify(Code).includes('awslogs'),
  ) as { Code: { ZipFile: string }; LoggingConfig: unknown } | undefined

  test('contains the lines as the server wrote them', () => {
    const line = { time: '2026-11-24T18:35:14.000Z', level: 'warn' }
    const erased = {
      ...line,
      message: erasedMessage,
      number: randomUUID(),
      customerHash: 'a'.repeat(64),
      erasedAt: line.time,
      by: 'customer',
    }
    const signedOut = { ...line, message: signedOutMessage, customer: randomUUID(), notBefore: line.time }
    const messages = [erased, signedOut].map((each) => JSON.stringify(each))
    const data = gzipSync(JSON.stringify({ logEvents: messages.map((message) => ({ message })) }))
    const event = JSON.stringify({ awslogs: { data: data.toString('base64') } })
    const written = execFileSync(
      process.execPath,
      ['--input-type=commonjs', '--eval', `${forwarder?.Code.ZipFile}\nvoid exports.handler(${event})`],
      { encoding: 'utf8' },
    )
    expect(written).toBe(`${messages.join('\n')}\n`)
    expect(readLog(written)).toMatchObject({
      isServerLog: true,
      unreadCount: 0,
      erasures: [{}],
      signOuts: [{}],
    })
  })

  test('receives erasures, sign-outs and starts from the log of the tasks', () => {
    const [filter] = findProperties(product, 'AWS::Logs::SubscriptionFilter')
    expect(filter).toMatchObject({
      FilterPattern: erasurePattern,
      LogGroupName: { Ref: expect.stringMatching(/^ServerLog/) },
    })
    for (const message of [
      erasedMessage,
      signedOutMessage,
      signInEndedMessage,
      roleGivenMessage,
      'Breaking Barriers is ready',
    ])
      expect(erasurePattern).toContain(`?"${message}"`)
    product.hasResourceProperties('AWS::Lambda::Permission', { Principal: 'logs.amazonaws.com' })
  })

  test('is kept as long as that of the tasks, and the function may only write to it', () => {
    const group = { Ref: expect.stringMatching(/^ErasureLog/) }
    expect(forwarder?.LoggingConfig).toEqual({ LogGroup: group })
    const groups = product.findResources('AWS::Logs::LogGroup', {
      Properties: { RetentionInDays: logRetention },
    })
    expect(Object.keys(groups)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^ErasureLog/), expect.stringMatching(/^ServerLog/)]),
    )
    product.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: [
          Match.objectLike({
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: { 'Fn::GetAtt': [Match.stringLikeRegexp('^ErasureLog'), 'Arn'] },
          }),
        ],
      },
      Roles: [{ Ref: Match.stringLikeRegexp('^ErasurePickerRole') }],
    })
  })

  test('raises an alarm when a line was not accepted', () => {
    const [filter] = findProperties(product, 'AWS::Logs::SubscriptionFilter')
    const alarms = product.findResources('AWS::CloudWatch::Alarm')
    const alarm = Object.entries(alarms).find(([id]) => id.startsWith('ErasuresNotPicked'))
    const text = JSON.stringify(alarm)
    expect(text).toContain('"MetricName":"Errors"')
    expect(text).toContain('"MetricName":"DeliveryErrors"')
    expect(text).toContain(`{"Name":"FilterName","Value":"${String(filter?.['FilterName'])}"}`)
    expect(alarm?.[1]['Properties']).toMatchObject({
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
    })
  })
})
