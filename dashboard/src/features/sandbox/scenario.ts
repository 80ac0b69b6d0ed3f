export type Scenario = {
  name: string
  title: string
  description: string
  bottles: number
  wines: number
  warehouses: number
}
