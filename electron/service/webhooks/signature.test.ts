import { expect, it } from 'vitest'
import { isWebhookSignature, newWebhookSecret, signWebhook } from './signature.ts'

const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
}
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

it('signs as Standard Webhooks does', () => {
  expect(signWebhook(secret, message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

it('accepts one of several signatures and no other', () => {
  const right = signWebhook(secret, message)
  const other = signWebhook(
    newWebhookSecret({ bytes: (count) => new Uint8Array(count), uuid: () => '' }),
    message,
  )
  expect(isWebhookSignature(secret, message, `${other} ${right}`)).toBe(true)
  expect(isWebhookSignature(secret, message, other)).toBe(false)
  expect(isWebhookSignature(secret, { ...message, timestamp: message.timestamp + 1 }, right)).toBe(
    false,
  )
})
