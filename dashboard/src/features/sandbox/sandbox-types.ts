export type Clock = { now: string; real_now: string; frozen: boolean; real: boolean }
export type Happened = { at: string; what: string; id: number; refusal: string | null }
export type MovedClock = Clock & { happened: Happened[]; happened_total: number }
export type Sandbox = {
  environment: string
  account: { id: number; name: string }
  clock: Clock
  auto: boolean
  scenario: { name: string; loaded_at: string } | null
}
export type Mail = { id: number; kind: string; recipients: string[]; subject: string; body: string; state: string; created_at: string }
export type Scenario = { name: string; title: string; description: string; bottles: number; wines: number; warehouses: number }
export type HappenedEvent = { id: string; type: string; event: string; created_at: { date: string }; data: unknown }
