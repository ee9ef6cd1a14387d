package play

// LotForSeats is the label of the random numbers that assign seats.
const LotForSeats = "seats"
